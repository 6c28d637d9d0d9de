"""Additive metrics of a span: totals, series and breakdowns.

Whole local days without a filter come from the daily roll-up; every other stretch from the
15-minute partials; what either does not cover yet, from raw events.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import Any

import duckdb

from warehouse.date_ranges import Range, local_midnight
from warehouse.queries.language import Dimension, Question
from warehouse.queries.sources import (
    Parameters,
    Tables,
    edges_of,
    mart_rows,
    raw_rows,
    read_sql,
)
from warehouse.reader import Snapshot, of_organisation

SUMS = ("scans", "new", "visits", "views", "submits", "votes", "plays", "redemptions", "bots")
_FAMILIES = {
    "views": "view",
    "submits": "submit",
    "votes": "vote",
    "plays": "play",
    "redemptions": "redemption",
}
DAYS_PAY_FROM = timedelta(days=2)

Sums = dict[str, int]
Counted = dict[tuple[str, str], Sums]
"""Sums by part (`total`, `series` or a dimension) and key (nothing, the point's place, a value)."""


def sums_sql(*, include_bots: bool) -> str:
    """The columns of `SUMS` over rows of `type`, `audience`, `events`, `visits`, `new_people`."""
    seen = "true" if include_bots else "audience = 'human'"
    columns = [
        f"sum(events) filter (where type = 'scan' and {seen}) as scans",
        "sum(new_people) filter (where type = 'scan') as new",
        f"sum(visits) filter (where type = 'scan' and {seen}) as visits",
        *(
            f"sum(events) filter (where type = '{family}' and {seen}) as {metric}"
            for metric, family in _FAMILIES.items()
        ),
        "sum(events) filter (where type = 'scan' and audience <> 'human') as bots",
    ]
    return ", ".join(columns)


def count(
    cursor: duckdb.DuckDBPyConnection,
    question: Question,
    tables: Tables,
    span: Range,
    *,
    detailed: bool,
) -> Counted:
    """Sums over `span`; with `detailed` its series and breakdowns too."""
    days = _whole_days(cursor, question, tables, span)
    rest = edges_of(span, days)
    counted: Counted = {}
    if days:
        _merge(counted, _count_days(cursor, question, tables, days, detailed=detailed))
    parameters = Parameters()
    dimensions = question.group_by if detailed else ()
    parts = [
        part
        for stretch in rest
        for part in _activity_rows(question, tables, stretch, dimensions, parameters)
    ]
    if days:
        beyond = replace(tables, activity=Snapshot(-1, (), tables.activity_day.positions))
        parts += _activity_rows(question, beyond, days, dimensions, parameters)
    if parts:
        statement = _statement(parts, question, dimensions, parameters, detailed=detailed)
        _merge(counted, _read(cursor, statement, parameters))
    return counted


def _whole_days(
    cursor: duckdb.DuckDBPyConnection, question: Question, tables: Tables, span: Range
) -> Range | None:
    files = of_organisation(tables.activity_day.files, question.org_id)
    by_day = question.edges_are_days or question.edges == (span.start,)
    if question.filters or not by_day or not files or span.length < DAYS_PAY_FROM:
        return None
    zone = question.zone
    first = span.start.astimezone(zone).date()
    start = local_midnight(first, zone)
    if start < span.start:
        start = local_midnight(first + timedelta(days=1), zone)
    end = local_midnight(span.end.astimezone(zone).date(), zone)
    if end - start < DAYS_PAY_FROM:
        return None
    parameters = Parameters()
    (same_zone,) = cursor.execute(
        f"select coalesce(bool_and(zone = {parameters.bind(zone.key)}), false)"
        f" from {read_sql(files, parameters)} where org_id = {parameters.bind(question.org_id)}",
        parameters.values,
    ).fetchall()[0]
    return Range(start, end) if same_zone else None


def _activity_rows(
    question: Question,
    tables: Tables,
    span: Range,
    dimensions: Sequence[Dimension],
    parameters: Parameters,
) -> Iterator[str]:
    names = "".join(f", {dimension.column}" for dimension in dimensions)
    columns = f"bucket as moment, type, audience{names}, events, visits, new_people"
    partials = mart_rows(question, tables.activity, span, columns, parameters)
    if partials:
        yield partials
    raw = raw_rows(question, tables, tables.activity, span, dimensions, parameters)
    if raw:
        yield (
            f"select moment, type, audience{names}, 1::bigint as events, is_visit::bigint as visits,"
            f" is_new::bigint as new_people from ({raw})"
        )


def series_sql(rows: str, edges: Sequence[datetime], parameters: Parameters) -> str:
    """`rows` (with `moment`) joined to `place`, the number of the point that each belongs to."""
    bound = parameters.bind(list(edges))
    return f"""
        select moved.*, coalesce(points.place, 0) as place from ({rows}) as moved
        asof left join (
            select unnest({bound}) as edge, unnest(range(len({bound}))) as place
        ) as points on moved.moment >= points.edge
    """


def _statement(
    parts: Iterable[str],
    question: Question,
    dimensions: Sequence[Dimension],
    parameters: Parameters,
    *,
    detailed: bool,
) -> str:
    sums = sums_sql(include_bots=question.include_bots)
    rows = " union all ".join(f"({part})" for part in parts)
    selects = [f"select 'total' as part, '' as key, {sums} from rows"]
    if detailed:
        by_time = (
            "select bucket_of(moment) as moment, type, audience, sum(events) as events,"
            " sum(visits) as visits, sum(new_people) as new_people"
            " from rows group by all"
        )
        placed = series_sql(by_time, question.edges, parameters)
        selects.append(f"select 'series', place::varchar, {sums} from ({placed}) group by place")
    selects += [
        f"select '{one.value}', coalesce({one.column}, ''), {sums} from rows"
        f" group by coalesce({one.column}, '')"
        for one in dimensions
    ]
    return f"with rows as materialized ({rows}) " + " union all ".join(selects)


def _count_days(
    cursor: duckdb.DuckDBPyConnection,
    question: Question,
    tables: Tables,
    days: Range,
    *,
    detailed: bool,
) -> Counted:
    files = of_organisation(tables.activity_day.files, question.org_id)
    parameters = Parameters()
    sums = sums_sql(include_bots=question.include_bots)
    first, last = (moment.astimezone(question.zone).date() for moment in (days.start, days.end))
    columns = {one.column: one.value for one in question.group_by} if detailed else {}
    wanted = parameters.bind(["", *columns])
    statement = f"""
        with rows as materialized (
            select dimension, coalesce(value, '') as value, local_day, type, audience,
                events, visits, new_people
            from {read_sql(files, parameters)}
            where org_id = {parameters.bind(question.org_id)}
                and list_contains({wanted}, dimension)
                and local_day >= {parameters.bind(first)} and local_day < {parameters.bind(last)}
        )
        select 'total' as part, '' as key, {sums} from rows where dimension = ''
    """
    if detailed:
        statement += f"""
            union all select 'series', local_day::varchar, {sums} from rows
            where dimension = '' group by local_day
            union all select dimension, value, {sums} from rows
            where dimension <> '' group by dimension, value
        """
    counted: Counted = {}
    for (part, key), metrics in _read(cursor, statement, parameters).items():
        if part == "series":
            place = str(question.place_of(local_midnight(date.fromisoformat(key), question.zone)))
            _merge(counted, {(part, place): metrics})
        else:
            _merge(counted, {(columns.get(part, part), key): metrics})
    return counted


def _read(cursor: duckdb.DuckDBPyConnection, statement: str, parameters: Parameters) -> Counted:
    rows: list[tuple[Any, ...]] = cursor.execute(statement, parameters.values).fetchall()
    return {
        (part, key): {name: int(value or 0) for name, value in zip(SUMS, values, strict=True)}
        for part, key, *values in rows
    }


def _merge(into: Counted, more: Counted) -> None:
    for place, sums in more.items():
        known = into.setdefault(place, dict.fromkeys(SUMS, 0))
        for name, value in sums.items():
            known[name] += value
