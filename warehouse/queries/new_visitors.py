"""The scans that made visitors new: the rows behind new people, which also exclude visitors from returning people."""

import duckdb

from warehouse.metrics import FIRST_SCANS, IS_FIRST_SCAN
from warehouse.queries import budget
from warehouse.queries.raw_events import RawEvents, chosen_sql
from warehouse.queries.sources import Parameters, Tables, beyond_sql, read_sql, within_sql
from warehouse.queries.tail import MAX_EVENTS, TooFarBehindError
from warehouse.reader import of_organisation


def stage_first_scans(cursor: duckdb.DuckDBPyConnection, wanted: RawEvents, tables: Tables) -> None:
    """Stage the visitors that the answer to the same question counts as new.

    Raises:
        TooFarBehindError: the visitors mart lacks more events than can be read individually.
        QuestionError: there are filters, and too many events to search for them.
    """
    parameters = Parameters()
    within = within_sql("first_seen_at", [wanted.span], parameters)
    cursor.execute(
        f"""
        create or replace temp table {FIRST_SCANS} as
        with tail as materialized ({_tail_sql(tables, wanted.org_id, parameters)}),
        known as ({_known_sql(tables, wanted.org_id, parameters)}),
        first_in_tail as (
            select visitor, min(pos) as first_pos, arg_min(occurred_at, pos) as first_seen_at
            from tail anti join known using (visitor)
            group by visitor
        )
        select visitor, first_pos from known where {within}
        union all
        select visitor, first_pos from first_in_tail where {within}
        """,
        parameters.values,
    )
    if wanted.filters:
        _keep_chosen(cursor, wanted, tables)


def _tail_sql(tables: Tables, org_id: str, parameters: Parameters) -> str:
    """Return SQL for scans of people that the visitors mart does not include yet."""
    files = of_organisation(tables.events.beyond(tables.visitors.positions), org_id)
    if not files:
        return (
            "select 0::bigint as visitor, 0::bigint as pos, null::timestamptz as occurred_at"
            " where false"
        )
    rows = sum(file.rows for file in files)
    if rows > MAX_EVENTS:
        raise TooFarBehindError(rows)
    return (
        "select visitor_hash(visitor_id) as visitor, pos, occurred_at"
        f" from {read_sql(files, parameters)} where org_id = {parameters.bind(org_id)}"
        " and type = 'scan' and not is_bot and not is_preview and visitor_id is not null"
        f" and {beyond_sql(tables.visitors.positions, parameters)}"
    )


def _known_sql(tables: Tables, org_id: str, parameters: Parameters) -> str:
    files = of_organisation(tables.visitors.files, org_id)
    if not files:
        return (
            "select 0::bigint as visitor, 0::bigint as first_pos,"
            " null::timestamptz as first_seen_at where false"
        )
    return (
        f"select visitor, first_pos, first_seen_at from {read_sql(files, parameters)}"
        f" where org_id = {parameters.bind(org_id)}"
    )


def _keep_chosen(cursor: duckdb.DuckDBPyConnection, wanted: RawEvents, tables: Tables) -> None:
    """Keep only the visitors whose first scan matches the filters, as in the answer's count."""
    files = of_organisation(
        tables.events.between("occurred_at", wanted.span.start, wanted.span.end), wanted.org_id
    )
    budget.refuse_too_many(
        sum(file.rows for file in files), "filters", "Take a shorter range, or no filters."
    )
    if not files:
        return
    parameters = Parameters()
    chosen = chosen_sql(files, wanted, parameters, f" and {IS_FIRST_SCAN}")
    cursor.execute(
        f"delete from {FIRST_SCANS} where first_pos not in (select pos {chosen})",
        parameters.values,
    )
