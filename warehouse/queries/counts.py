"""Additive metrics: totals, series and breakdowns of a range, and the totals of the one before.

Without a filter, whole local days and the totals of any 15 minutes come from the daily roll-up; all else from the
15-minute partials; what either does not cover yet, from the staged raw events. One statement for
each of the two marts answers everything at once.
"""

from collections.abc import Sequence
from datetime import date
from itertools import chain
from typing import Any

import duckdb

from warehouse.date_ranges import local_midnight
from warehouse.queries.days import (
    QUARTER,
    Case,
    RollUp,
    days_around,
    moment_of,
    needs_quarters,
    quarters,
)
from warehouse.queries.history import rows_sql
from warehouse.queries.language import Dimension, Question, columns_of
from warehouse.queries.sources import (
    Parameters,
    Parts,
    Tables,
    bucket_of,
    filter_sql,
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
            f" or (beyond_days and {within_sql('moment', parts.days + parts.quarters, parameters)}))"
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


def count_days(roll_up: RollUp, question: Question, parts: Parts) -> Counted:
    """Sums of the whole local days of `parts`, and totals of its quarters.

    Raises:
        OtherZoneError: the roll-up is kept in another zone.
    """
    counted: Counted = {}
    seen = seen_sql(question)
    totals = QUARTER if needs_quarters(question) else ""
    current = [one for one in parts.days if one.start >= question.current.start]
    before = [one for one in parts.days if one.start < question.current.start]
    cases: list[Case] = []
    if current:
        cases.append((current, dict.fromkeys((totals, *columns_of(question.group_by)))))
    if before:
        cases.append((before, {"": None}))
    rows = [roll_up.sums(cases, seen)] if cases else []
    if parts.quarters:
        wanted = {QUARTER: quarters(parts.quarters)}
        rows.append(roll_up.sums([(days_around(parts.quarters), wanted)], seen))
    for day, dimension, value, *sums in chain(*rows):
        for place in places_of_total(question, day, dimension, value) or question.keys_of(
            dimension, value
        ):
            _add(counted, question, place, sums)
    return counted


def places_of_total(
    question: Question, day: date | None, dimension: str, value: str
) -> list[tuple[str, str]]:
    """Where a row of the roll-up counts that is no dimension's: the total, a point, an hour."""
    if day is not None:
        moment = local_midnight(day, question.zone)
    elif dimension == QUARTER:
        moment = moment_of(value)
    else:
        return []
    if moment < question.current.start:
        return [(BEFORE, "")]
    places = [("total", ""), ("series", str(question.place_of(moment)))]
    if Dimension.HOUR_BY_WEEKDAY in question.group_by:
        local = moment.astimezone(question.zone)
        places.append((Dimension.HOUR_BY_WEEKDAY.value, f"{local.isoweekday()}-{local:%H}"))
    return places


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
