"""The same queries answered by counting raw events in plain Python."""

import json
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from typing import Any

from warehouse.date_ranges import Range
from warehouse.queries.language import AnyDimension, Dimension, Filter, Metrics, Question

Row = Mapping[str, Any]


def family_of(row: Row) -> str:
    """Return the kind of an event: before version 3, views also recorded what was used on a page, and what staff opened
    with a master key is not a redemption.
    """
    if row["type"] == "view" and row["version"] < 3:
        return "view" if json.loads(row["data"]).get("action", "view") == "view" else "use"
    if row["type"] == "redemption" and json.loads(row["data"]).get("action") == "undone":
        return "undone_redemption"
    if row["type"] == "redemption" and json.loads(row["data"]).get("kind") == "master_key":
        return "master_use"
    return str(row["type"])


def is_human(row: Row) -> bool:
    return not row["is_bot"] and not row["is_preview"]


Groups = Mapping[AnyDimension, Mapping[str, str]]


def key_of(row: Row, dimension: AnyDimension, groups: Groups, zone: tzinfo = UTC) -> str:
    """Return the event's value of a dimension; a missing value is the empty text."""
    if dimension is Dimension.HOUR_BY_WEEKDAY:
        local = row["occurred_at"].astimezone(zone)
        return f"{local.isoweekday()}-{local.hour:02d}"
    value = row.get(dimension.column) or ""
    return groups[dimension].get(value, "") if dimension in groups else value


def matches(row: Row, filters: Iterable[Filter], groups: Groups) -> bool:
    """Return whether the event passes every filter."""
    for one in filters:
        value = key_of(row, one.dimension, groups)
        if (one.only and value not in one.only) or value in one.never:
            return False
    return True


def first_scans(rows: Iterable[Row]) -> set[int]:
    """Return the positions of each visitor's first human scan, by order of arrival."""
    first: dict[tuple[str, str], int] = {}
    for row in sorted(rows, key=lambda row: int(row["pos"])):
        if row["type"] == "scan" and is_human(row) and row.get("visitor_id"):
            first.setdefault((row["org_id"], row["visitor_id"]), row["pos"])
    return set(first.values())


def metrics_of(seen_or_not: Iterable[Row], first: set[int], *, include_bots: bool) -> Metrics:
    """Return the metrics of these events, by definition."""
    chosen = list(seen_or_not)
    if not chosen:
        return Metrics()
    seen = [row for row in chosen if include_bots or is_human(row)]
    scans = [row for row in seen if row["type"] == "scan"]
    people = {row["visitor_id"] for row in scans if row.get("visitor_id")}
    new = sum(row["pos"] in first for row in chosen)

    def family(name: str) -> int:
        return sum(family_of(row) == name for row in seen)

    return Metrics(
        scans=len(scans),
        people=len(people),
        new=new,
        returning=max(len(people) - new, 0),
        visits=sum(not row["is_duplicate"] for row in scans),
        views=family("view"),
        submits=family("submit"),
        votes=family("vote"),
        plays=family("play"),
        redemptions=family("redemption") - family("undone_redemption"),
        bots=sum(row["type"] == "scan" and not is_human(row) for row in chosen),
    )


def count(
    rows: Iterable[Row],
    org_id: str,
    span: Range,
    filters: Iterable[Filter] = (),
    *,
    groups: Groups = {},  # noqa: B006 - never changed
    include_bots: bool = False,
    also: Callable[[Row], bool] = lambda row: True,
) -> Metrics:
    """Return the metrics of one range, by definition."""
    everything = list(rows)
    chosen = (
        row
        for row in everything
        if row["org_id"] == org_id
        and row["occurred_at"] in span
        and matches(row, filters, groups)
        and also(row)
    )
    return metrics_of(chosen, first_scans(everything), include_bots=include_bots)


@dataclass(frozen=True)
class Expected:
    """The complete answer to a query."""

    totals: Metrics
    previous: Metrics | None
    series: tuple[Metrics, ...]
    breakdowns: Mapping[AnyDimension, Mapping[str, Metrics]]


def answer_of(rows: Iterable[Row], question: Question, filters: Iterable[Filter]) -> Expected:
    """Return the complete answer, by definition. `filters` are the query's filters as a caller gives them, including
    those by groups.
    """
    everything = list(rows)
    groups, asked = question.code_groups, list(filters)
    own = [
        row
        for row in everything
        if row["org_id"] == question.org_id and matches(row, asked, groups)
    ]
    first = first_scans(everything)

    def metrics(chosen: Iterable[Row]) -> Metrics:
        return metrics_of(chosen, first, include_bots=question.include_bots)

    inside = [row for row in own if row["occurred_at"] in question.current]
    points: dict[int, list[Row]] = defaultdict(list)
    for row in inside:
        points[point_of(question.edges, row["occurred_at"])].append(row)
    before = question.previous
    return Expected(
        totals=metrics(inside),
        previous=metrics(row for row in own if row["occurred_at"] in before) if before else None,
        series=tuple(metrics(points[place]) for place in range(len(question.edges))),
        breakdowns={
            one: {key: metrics(of_key) for key, of_key in _split(inside, one, question).items()}
            for one in question.group_by
        },
    )


COUNTED = ("scan", "view", "submit", "vote", "play", "redemption", "undone_redemption")
"""Families that are counted by at least one metric."""


def _split(
    rows: Iterable[Row], dimension: AnyDimension, question: Question
) -> Mapping[str, list[Row]]:
    """Return events by their value of a dimension; values without an event that a metric counts are omitted."""
    found: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        counts = question.include_bots or is_human(row) or row["type"] == "scan"
        if counts and family_of(row) in COUNTED:
            found[key_of(row, dimension, question.code_groups, question.zone)].append(row)
    return found


def point_of(edges: tuple[datetime, ...], moment: datetime) -> int:
    """Return the index of the point that contains `moment`."""
    return bisect_right(edges, moment) - 1


def in_one_order(rows: list[dict[str, Any]], names: list[str]) -> list[tuple[Any, ...]]:
    """Return rows as sorted tuples of their values under these names."""

    def plain(value: Any) -> Any:
        if isinstance(value, datetime):
            return value.astimezone(UTC).replace(tzinfo=None)
        return round(value, 9) if isinstance(value, float) else value

    return sorted((tuple(plain(row[name]) for name in names) for row in rows), key=repr)
