"""The tail: raw events that the marts lack, staged once for all statements of an answer."""

from collections.abc import Iterable, Sequence

import duckdb

from warehouse.data_files import DataFile
from warehouse.queries.history import rows_sql
from warehouse.queries.language import AnyDimension, Question, columns_of
from warehouse.queries.serving_copy import split
from warehouse.queries.sources import (
    Parameters,
    Parts,
    Tables,
    beyond_sql,
    filter_sql,
    read_sql,
    within_sql,
)
from warehouse.reader import of_organisation, unique

STAGED = "raw_event"
"""Temporary table of the cursor. Columns: org_id, moment, type, audience, visitor, is_visit, is_new, the
dimensions, and beyond_activity, beyond_people, beyond_days: whether that mart lacks the event."""

_NOBODY = "select 0::bigint as visitor, 0::bigint as first_pos where false"

MAX_EVENTS = 20_000_000
"""Maximum number of raw events that one query may read, which is about ten seconds of work."""


class TooFarBehindError(Exception):
    """The marts are too far behind: the tail is too large to read."""

    def __init__(self, events: int) -> None:
        super().__init__(
            f"The numbers are being prepared: {events:,} events are not summed up yet, and at most"
            f" {MAX_EVENTS:,} can be read one by one. Try again in a minute."
        )
        self.events = events


def stage(
    cursor: duckdb.DuckDBPyConnection,
    question: Question,
    tables: Tables,
    parts: Parts,
    dimensions: Iterable[AnyDimension],
) -> int:
    """Stage the organisation's raw events that `parts` need, and return their number.

    Raises:
        TooFarBehindError: more than `MAX_EVENTS` would have to be read.
    """
    marts = [tables.activity, tables.people, tables.visitors]
    if parts.days or parts.quarters:
        marts.append(tables.activity_day)
    newest = _of_organisation(question, (tables.events.beyond(mart.positions) for mart in marts))
    held = {file.uri for file in newest}
    around = (tables.events.between("occurred_at", one.start, one.end) for one in parts.edges)
    at_edges = [file for file in _of_organisation(question, around) if file.uri not in held]
    if not newest and not at_edges:
        return 0
    events = sum(file.rows for file in (*newest, *at_edges))
    if events > MAX_EVENTS:
        raise TooFarBehindError(events)
    parameters = Parameters()
    names = "".join(f", {column}" for column in columns_of(dimensions))
    wanted = _wanted_sql(question, tables, parts, newest, at_edges, names, parameters)
    first_scans = _first_scans_sql(cursor, question, tables, parameters)
    everywhere = (*parts.days, *parts.quarters, *parts.buckets, *parts.edges)
    statement = f"""
        create or replace temp table {STAGED} as
        with wanted as materialized ({wanted}), {first_scans}
        select {parameters.org_id(question)} as org_id, wanted.moment, wanted.type, wanted.audience,
            wanted.visitor, wanted.type = 'scan' and not wanted.is_duplicate as is_visit,
            first_scan.visitor is not null as is_new,
            beyond_activity, beyond_people, beyond_days{names}
        from wanted
        left join first_scan
            on wanted.visitor = first_scan.visitor and wanted.pos = first_scan.first_pos
        where {within_sql("wanted.moment", everywhere, parameters)}
            {filter_sql(question.filters, parameters)}
    """
    ((staged,),) = cursor.execute(statement, parameters.values).fetchall()
    return int(staged)


def _wanted_sql(
    question: Question,
    tables: Tables,
    parts: Parts,
    newest: Sequence[DataFile],
    at_edges: Sequence[DataFile],
    names: str,
    parameters: Parameters,
) -> str:
    """Return SQL for the organisation's events in the tail of a mart or in an edge, with flags for the marts that lack
    them.
    """
    org = parameters.org_id(question)
    activity, people, days, visitors = (
        beyond_sql(mart.positions, parameters)
        for mart in (tables.activity, tables.people, tables.activity_day, tables.visitors)
    )
    in_edge = within_sql("occurred_at", parts.edges, parameters)
    # Old files are read only for the edges, so their other rows are filtered out first.
    beyond = f"({activity} or {people} or {days} or {visitors} or {in_edge})"
    return " union all ".join(
        f"""
            select occurred_at as moment, family_of(type, version, data) as type, pos, is_duplicate,
                audience_of(is_bot, is_preview) as audience,
                visitor_hash(visitor_id) as visitor,
                type = 'scan' and not is_bot and not is_preview as is_scan,
                {activity} as beyond_activity, {people} as beyond_people,
                {days} as beyond_days, {visitors} as beyond_visitors{names}
            from {rows_sql(question.validity_periods, files, "occurred_at", parameters)}
            where org_id = {org} and {condition}
        """
        for files, condition in ((newest, beyond), (at_edges, in_edge))
        if files
    )


def _of_organisation(question: Question, several: Iterable[Iterable[DataFile]]) -> list[DataFile]:
    return of_organisation(unique(several), question.org_id)


def _first_scans_sql(
    cursor: duckdb.DuckDBPyConnection,
    question: Question,
    tables: Tables,
    parameters: Parameters,
) -> str:
    """Return SQL for the table `first_scan` (visitor, first_pos) of the visitors in `wanted`, which is empty if new
    people are not requested.
    """
    if not question.wants("new", "people", "returning"):
        return f"first_scan as ({_NOBODY})"
    return f"""
        known as materialized ({_known_sql(cursor, question, tables, parameters)}),
        first_in_tail as (
            select visitor, min(pos) as first_pos from wanted
            where beyond_visitors and is_scan and visitor is not null
                and visitor not in (select visitor from known)
            group by visitor
        ),
        first_scan as (from known union all from first_in_tail)
    """


def _known_sql(
    cursor: duckdb.DuckDBPyConnection,
    question: Question,
    tables: Tables,
    parameters: Parameters,
) -> str:
    """Return SQL for rows (visitor, first_pos) of visitors in `wanted` that are in the visitors mart."""
    files = of_organisation(tables.visitors.files, question.org_id)
    served, rest = split(tables.copy, cursor, "visitors", files)
    sources = []
    if served:
        sources.append(f"from {served.table} where {served.of_organisation(question.org_id)}")
    if rest:
        org = parameters.org_id(question)
        sources.append(f"from {read_sql(rest, parameters)} where org_id = {org}")
    if not sources:
        return _NOBODY
    return " union all ".join(
        f"select visitor, first_pos {source} and visitor in (select visitor from wanted where is_scan)"
        for source in sources
    )
