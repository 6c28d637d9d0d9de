"""Additive metrics: totals, series and breakdowns of a range, and the totals of the one before.

Whole local days without a filter come from the daily roll-up; every other stretch from the
15-minute partials; what either does not cover yet, from the staged raw events. One statement for
each of the two marts answers everything at once.
"""

from collections.abc import Iterable, Sequence
from datetime import date
from typing import Any

import duckdb

from warehouse.date_ranges import Range, local_midnight
from warehouse.queries.history import rows_sql
from warehouse.queries.language import Dimension, Question, columns_of
from warehouse.queries.sources import (
    Parameters,
    Parts,
    Tables,
    bucket_of,
    dates_of,
    filter_sql,
    read_sql,
    within_sql,
)
from warehouse.queries.tail import STAGED
from warehouse.reader import of_organisation, unique

SUMS = ("scans", "new", "visits", "views", "submits", "votes", "plays", "redemptions", "bots")
_FAMILIES = {
    "view": "views",
    "submit": "submits",
    "vote": "votes",
    "play": "plays",
    "redemption": "redemptions",
}
COUNTED_TYPES = "type in ('scan', 'view', 'submit', 'vote', 'play', 'redemption')"
BEFORE = "before"
"""Part of the totals of the range before."""

Sums = dict[str, int]
Counted = dict[tuple[str, str], Sums]
"""Sums by part (`total`, `series`, `before` or a dimension) and key (nothing, the point's place, a
value; empty where it is not known)."""


class OtherZoneError(Exception):
    """The daily roll-up stands in another zone than the question."""


def points_sql(question: Question, parameters: Parameters) -> str:
    """Rows (bucket, place): which point of the series each bucket of the current range is in."""
    edges = parameters.bind(list(question.edges))
    first = parameters.bind(bucket_of(question.current.start))
    end = parameters.bind(question.current.end)
    return f"""
        select bucket, coalesce(place, 0) as place
        from (select unnest(range({first}, {end}, interval 15 minutes)) as bucket)
        asof left join (
            select unnest({edges}) as edge, unnest(range(len({edges}))) as place
        ) on bucket >= edge
    """


def seen_sql(question: Question) -> str:
    """Events that some metric counts: bots' scans always, what else they do only when asked for."""
    bots = "" if question.include_bots else " and (audience = 'human' or type = 'scan')"
    return f"{COUNTED_TYPES}{bots}"


def hour_sql(moment: str, question: Question, parameters: Parameters) -> str:
    """The local weekday (1 is Monday) and hour of a moment, as `1-09`."""
    local = f"timezone({parameters.bind(question.zone.key)}, {moment})"
    return f"isodow({local}) || '-' || lpad(hour({local})::varchar, 2, '0')"


def count_buckets(
    cursor: duckdb.DuckDBPyConnection,
    question: Question,
    tables: Tables,
    parts: Parts,
    staged: int,
) -> Counted:
    """Sums of the buckets and edges of `parts`, and of the tail beyond its days and buckets."""
    parameters = Parameters()
    org = parameters.org_id(question)
    columns = columns_of(question.group_by)
    names = "".join(f", {column}" for column in columns)
    sources = []
    files = of_organisation(
        unique(tables.activity.between("bucket", one.start, one.end) for one in parts.buckets),
        question.org_id,
    )
    if files:
        sources.append(
            f"select bucket as moment, type, audience, events, visits, new_people{names}"
            f" from {rows_sql(question, files, 'bucket', parameters)} where org_id = {org}"
            f" and {within_sql('bucket', parts.buckets, parameters)} and {seen_sql(question)}"
            f"{filter_sql(question.filters, parameters)}"
        )
    if staged:
        sources.append(
            f"select moment, type, audience, 1::bigint as events, is_visit::bigint as visits, is_new::bigint as new_people{names}"
            f" from {STAGED} where org_id = {org} and {seen_sql(question)}"
            f" and ({within_sql('moment', parts.edges, parameters)}"
            f" or (beyond_activity and {within_sql('moment', parts.buckets, parameters)})"
            f" or (beyond_days and {within_sql('moment', parts.days, parameters)}))"
        )
    if not sources:
        return {}
    if not staged and all(one.end <= question.current.start for one in parts.buckets):
        return _count_before(cursor, question, sources[0], parameters)
    hour = ""
    if Dimension.HOUR_BY_WEEKDAY in question.group_by:
        columns.append(Dimension.HOUR_BY_WEEKDAY.column)
        hour = f", {hour_sql('sums.moment', question, parameters)} as {columns[-1]}"
    sets = ", ".join(f"(is_before, kind, audience, {name})" for name in ("place", *columns))
    statement = f"""
        with points as materialized ({points_sql(question, parameters)}),
        fact as (
            select points.place, sums.moment < {parameters.bind(question.current.start)} as is_before,
                sums.type as kind, sums.audience, sums.events, sums.visits, sums.new_people{names}{hour}
            from ({" union all ".join(sources)}) as sums
            left join points on bucket_of(sums.moment) = points.bucket
        )
        select is_before, kind, audience, sum(events), sum(visits), sum(new_people), {_which(columns)}
        from fact group by grouping sets ({sets})
    """
    counted: Counted = {}
    for is_before, *sums, which, place, value in cursor.execute(
        statement, parameters.values
    ).fetchall():
        if which is not None:
            if not is_before:
                for named in question.keys_of(which, value or ""):
                    _add(counted, question, named, sums)
        elif is_before:
            _add(counted, question, (BEFORE, ""), sums)
        else:
            _add(counted, question, ("total", ""), sums)
            _add(counted, question, ("series", str(place or 0)), sums)
    return counted


def _count_before(
    cursor: duckdb.DuckDBPyConnection, question: Question, rows: str, parameters: Parameters
) -> Counted:
    """The totals alone, where all rows are of the range before."""
    counted: Counted = {}
    statement = (
        "select type, audience, sum(events), sum(visits), sum(new_people)"
        f" from ({rows}) group by all"
    )
    for sums in cursor.execute(statement, parameters.values).fetchall():
        _add(counted, question, (BEFORE, ""), list(sums))
    return counted


def _which(columns: Sequence[str]) -> str:
    """Columns telling which grouping set a row is of: its dimension, the place, the value."""
    if not columns:
        return "null as which, place, null as value"
    cases = " ".join(f"when grouping({name}) = 0 then '{name}'" for name in columns)
    values = " ".join(f"when grouping({name}) = 0 then {name}" for name in columns)
    return f"case {cases} end as which, place, case {values} end as value"


def count_days(
    cursor: duckdb.DuckDBPyConnection,
    question: Question,
    tables: Tables,
    days: Sequence[Range],
) -> Counted:
    """Sums of whole local days.

    Raises:
        OtherZoneError: the roll-up is kept in another zone.
    """
    counted: Counted = {}
    files = day_files(question, tables, days)
    if not files:
        return counted
    parameters = Parameters()
    zone = parameters.bind(question.zone.key)
    names = parameters.bind(["", *columns_of(question.group_by)])
    first_current = question.current.start.astimezone(question.zone).date()
    statement = f"""
        select case when dimension = '' then local_day end as local_day, dimension, value,
            bool_and(zone = {zone}),
            type, audience, sum(events), sum(visits), sum(new_people)
        from {read_sql(files, parameters)}
        where org_id = {parameters.org_id(question)} and list_contains({names}, dimension)
            and {days_sql(question, days, parameters)} and {seen_sql(question)}
            and (dimension = '' or local_day >= {parameters.bind(first_current)})
        group by all
    """
    points: dict[date, str] = {}
    for day, dimension, value, same_zone, *sums in cursor.execute(
        statement, parameters.values
    ).fetchall():
        if not same_zone:
            raise OtherZoneError
        places = [(BEFORE, "")]
        if dimension:
            places = question.keys_of(dimension, value or "")
        elif day >= first_current:
            if day not in points:
                points[day] = str(question.place_of(local_midnight(day, question.zone)))
            places = [("total", ""), ("series", points[day])]
        for place in places:
            _add(counted, question, place, sums)
    return counted


def day_files(question: Question, tables: Tables, days: Iterable[Range]) -> list[Any]:
    """Files of the daily roll-up that may hold these days of the organisation."""
    dates = (dates_of(one, question) for one in days)
    found = unique(tables.activity_day.between("local_day", first, end) for first, end in dates)
    return of_organisation(found, question.org_id)


def days_sql(question: Question, days: Iterable[Range], parameters: Parameters) -> str:
    """True for rows of these local days."""
    dates = (dates_of(one, question) for one in days)
    tests = [
        f"(local_day >= {parameters.bind(first)} and local_day < {parameters.bind(end)})"
        for first, end in dates
    ]
    return f"({' or '.join(tests)})"


def merge(into: Counted, more: Counted) -> None:
    """Add the sums of `more`."""
    for place, sums in more.items():
        known = into.setdefault(place, dict.fromkeys(SUMS, 0))
        for name, value in sums.items():
            known[name] += value


def _add(counted: Counted, question: Question, place: tuple[str, str], row: list[Any]) -> None:
    kind, audience, events, visits, new_people = row
    sums = counted.setdefault(place, dict.fromkeys(SUMS, 0))
    if kind != "scan":
        sums[_FAMILIES[kind]] += int(events)
        return
    is_human = audience == "human"
    if is_human or question.include_bots:
        sums["scans"] += int(events)
        sums["visits"] += int(visits)
    sums["new"] += int(new_people)
    if not is_human:
        sums["bots"] += int(events)
