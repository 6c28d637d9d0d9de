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

from warehouse.data_files import DataFile
from warehouse.date_ranges import Range, local_midnight
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
from warehouse.queries.memory import Memory, settled
from warehouse.queries.sources import (
    Parameters,
    Parts,
    Tables,
    bucket_of,
    filter_sql,
    within_sql,
)
from warehouse.queries.tail import STAGED
from warehouse.reader import between, of_organisation, unique

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
    memory: Memory,
    question: Question,
    tables: Tables,
    parts: Parts,
    staged: int,
) -> Counted:
    """Sums of the buckets and edges of `parts`, and of the tail beyond its days and buckets."""
    counted: Counted = {}
    current = [one for one in parts.buckets if one.start >= question.current.start]
    before = [one for one in parts.buckets if one.start < question.current.start]
    over = settled(tables.activity.files)
    held = {file.uri for file in over}
    growing = [file for file in tables.activity.files if file.uri not in held]
    for spans, count in ((current, _count), (before, _count_before)):
        parameters = Parameters()
        rows = _rows_sql(question, over, spans, parameters)
        if rows:
            merge(counted, count(cursor, question, rows, parameters, memory))
    parameters = Parameters()
    sources = [_rows_sql(question, growing, parts.buckets, parameters)]
    if staged:
        names = "".join(f", {column}" for column in columns_of(question.group_by))
        sources.append(
            f"select moment, type, audience, 1::bigint as events, is_visit::bigint as visits, is_new::bigint as new_people{names}"
            f" from {STAGED} where org_id = {parameters.org_id(question)} and {seen_sql(question)}"
            f" and ({within_sql('moment', parts.edges, parameters)}"
            f" or (beyond_activity and {within_sql('moment', parts.buckets, parameters)})"
            f" or (beyond_days and {within_sql('moment', parts.days + parts.quarters, parameters)}))"
        )
    rows = " union all ".join(source for source in sources if source)
    if rows:
        count = _count if current or staged else _count_before
        merge(counted, count(cursor, question, rows, parameters, None))
    return counted


def _rows_sql(
    question: Question,
    files: Sequence[DataFile],
    spans: Sequence[Range],
    parameters: Parameters,
) -> str:
    """The rows of these files that lie in the spans; nothing where no file can hold one."""
    chosen = of_organisation(
        unique(between(files, "bucket", one.start, one.end) for one in spans), question.org_id
    )
    if not chosen:
        return ""
    names = "".join(f", {column}" for column in columns_of(question.group_by))
    return (
        f"select bucket as moment, type, audience, events, visits, new_people{names}"
        f" from {rows_sql(question, chosen, 'bucket', parameters)}"
        f" where org_id = {parameters.org_id(question)}"
        f" and {within_sql('bucket', spans, parameters)} and {seen_sql(question)}"
        f"{filter_sql(question.filters, parameters)}"
    )


def _count(
    cursor: duckdb.DuckDBPyConnection,
    question: Question,
    rows: str,
    parameters: Parameters,
    memory: Memory | None,
) -> Counted:
    """Everything of these rows, in one statement."""
    columns = columns_of(question.group_by)
    names, hour = "".join(f", {column}" for column in columns), ""
    if Dimension.HOUR_BY_WEEKDAY in question.group_by:
        columns.append(Dimension.HOUR_BY_WEEKDAY.column)
        hour = f", {hour_sql('sums.moment', question, parameters)} as {columns[-1]}"
    sets = ", ".join(f"(is_before, kind, audience, {name})" for name in ("place", *columns))
    statement = f"""
        with points as materialized ({points_sql(question, parameters)}),
        fact as (
            select points.place, sums.moment < {parameters.bind(question.current.start)} as is_before,
                sums.type as kind, sums.audience, sums.events, sums.visits, sums.new_people{names}{hour}
            from ({rows}) as sums
            left join points on bucket_of(sums.moment) = points.bucket
        )
        select is_before, kind, audience, sum(events), sum(visits), sum(new_people), {_which(columns)}
        from fact group by grouping sets ({sets})
    """
    counted: Counted = {}
    for is_before, *sums, which, place, value in _found(cursor, statement, parameters, memory):
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
    cursor: duckdb.DuckDBPyConnection,
    question: Question,
    rows: str,
    parameters: Parameters,
    memory: Memory | None,
) -> Counted:
    """The totals alone, where all rows are of the range before."""
    counted: Counted = {}
    statement = (
        "select type, audience, sum(events), sum(visits), sum(new_people)"
        f" from ({rows}) group by all"
    )
    for sums in _found(cursor, statement, parameters, memory):
        _add(counted, question, (BEFORE, ""), list(sums))
    return counted


def _found(
    cursor: duckdb.DuckDBPyConnection,
    statement: str,
    parameters: Parameters,
    memory: Memory | None,
) -> list[Any]:
    """Rows of the statement, recalled where it reads nothing that changes."""

    def read() -> list[Any]:
        return cursor.execute(statement, parameters.values).fetchall()

    return memory.recall(statement, parameters.values, read) if memory else read()


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
