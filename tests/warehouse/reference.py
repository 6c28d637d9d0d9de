"""The same questions answered by counting raw events in plain Python."""

from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime, tzinfo
from typing import Any

from warehouse.date_ranges import Range
from warehouse.queries.language import Dimension, Filter, Metrics

Row = Mapping[str, Any]


def is_human(row: Row) -> bool:
    return not row["is_bot"] and not row["is_preview"]


Groups = Mapping[Dimension, Mapping[str, str]]


def key_of(row: Row, dimension: Dimension, groups: Groups, zone: tzinfo = UTC) -> str:
    """The event's value of a dimension; what is missing is the empty text."""
    if dimension is Dimension.HOUR_BY_WEEKDAY:
        local = row["occurred_at"].astimezone(zone)
        return f"{local.isoweekday()}-{local.hour:02d}"
    value = row.get(dimension.column) or ""
    return groups[dimension].get(value, "") if dimension in groups else value


def matches(row: Row, filters: Iterable[Filter], groups: Groups) -> bool:
    """Whether the event passes every filter."""
    for one in filters:
        value = key_of(row, one.dimension, groups)
        if (one.only and value not in one.only) or value in one.never:
            return False
    return True


def first_scans(rows: Iterable[Row]) -> set[int]:
    """Positions of each visitor's first human scan, by order of arrival."""
    first: dict[tuple[str, str], int] = {}
    for row in sorted(rows, key=lambda row: int(row["pos"])):
        if row["type"] == "scan" and is_human(row) and row.get("visitor_id"):
            first.setdefault((row["org_id"], row["visitor_id"]), row["pos"])
    return set(first.values())


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
    """Metrics of one span, by definition."""
    everything = list(rows)
    first = first_scans(everything)
    chosen = [
        row
        for row in everything
        if row["org_id"] == org_id
        and row["occurred_at"] in span
        and matches(row, filters, groups)
        and also(row)
    ]
    seen = [row for row in chosen if include_bots or is_human(row)]
    scans = [row for row in seen if row["type"] == "scan"]
    people = {row["visitor_id"] for row in scans if row.get("visitor_id")}
    new = sum(row["pos"] in first for row in chosen)

    def family(name: str) -> int:
        return sum(row["type"] == name for row in seen)

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
        redemptions=family("redemption"),
        bots=sum(row["type"] == "scan" and not is_human(row) for row in chosen),
    )


def point_of(edges: tuple[datetime, ...], moment: datetime) -> int:
    """Number of the point that holds `moment`."""
    return max(place for place, edge in enumerate(edges) if edge <= moment)
