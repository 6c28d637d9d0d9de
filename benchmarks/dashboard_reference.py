"""The dashboard's numbers computed from raw events in one statement, for both DuckDB and Postgres."""

from enum import Enum
from pathlib import Path
from typing import Any

import duckdb
import psycopg

from warehouse.date_ranges import Granularity
from warehouse.lake import Lake
from warehouse.queries.language import Question
from warehouse.reader import connect

_COLUMNS = (
    "org_id", "pos", "type", "occurred_at", "visitor_id", "is_bot", "is_preview", "is_duplicate",
    "code_id", "country", "device", "system", "browser", "referrer", "language",
)  # fmt: skip
_TYPES = {
    "pos": "bigint",
    "occurred_at": "timestamptz",
    **dict.fromkeys(("is_bot", "is_preview", "is_duplicate"), "boolean"),
}
_CHUNK = 1 << 20


class Dialect(Enum):
    """The syntax of a parameter."""

    DUCKDB = "${}"
    POSTGRES = "%({})s"


def ask_raw(
    connection: duckdb.DuckDBPyConnection | psycopg.Connection, dialect: Dialect, one: Question
) -> list[Any]:
    """Return the rows (part, key, metrics) of the whole answer."""
    start = one.previous.start if one.previous else one.current.start
    values: dict[str, Any] = {
        "org": one.org_id,
        "start": start,
        "first": one.current.start,
        "end": one.current.end,
        "before_end": one.previous.end if one.previous else one.current.start,
        "zone": one.zone.key,
    }
    named = {name: dialect.value.format(name) for name in values}
    where = ""
    for number, chosen in enumerate(one.filters):
        values[f"value{number}"] = chosen.only[0]
        where += f" and {chosen.dimension.column} = {dialect.value.format(f'value{number}')}"
    width = "hour" if one.granularity is Granularity.HOUR else one.granularity.value
    point = f"date_trunc('{width}', occurred_at at time zone {named['zone']})"
    sums = """
        count(*) filter (where type = 'scan' and is_human),
        count(distinct visitor_id) filter (where type = 'scan' and is_human),
        count(first_pos) filter (where type = 'scan'),
        count(*) filter (where type = 'scan' and is_human and not is_duplicate),
        count(*) filter (where type = 'view' and is_human),
        count(*) filter (where type = 'submit' and is_human),
        count(*) filter (where type = 'vote' and is_human),
        count(*) filter (where type = 'play' and is_human),
        count(*) filter (where type = 'redemption' and is_human),
        count(*) filter (where type = 'scan' and not is_human)
    """
    now = f"from chosen where occurred_at >= {named['first']}"
    breakdowns = " ".join(
        f"union all select '{dimension.value}', {dimension.column}, {sums} {now}"
        f" group by {dimension.column}"
        for dimension in one.group_by
    )
    statement = f"""
        with first_scan as (
            select visitor_id as visitor, min(pos) as first_pos from events
            where org_id = {named["org"]} and type = 'scan' and not is_bot and not is_preview
            group by visitor_id
        ),
        chosen as materialized (
            select events.*, not is_bot and not is_preview as is_human, first_pos
            from events
            left join first_scan on visitor = visitor_id and first_pos = pos
            where org_id = {named["org"]} and occurred_at >= {named["start"]}
                and occurred_at < {named["end"]}{where}
        )
        select 'total' as part, '' as key, {sums} {now}
        union all
        select 'before', '', {sums} from chosen where occurred_at < {named["before_end"]}
        union all
        select 'series', cast({point} as varchar), {sums} {now} group by {point}
        {breakdowns}
    """
    # The reference reads only some of the columns, so that `events.*` costs both engines the same.
    statement = statement.replace("select events.*", "select " + ", ".join(_COLUMNS))
    return connection.execute(statement, values).fetchall()  # type: ignore[arg-type]


def load_postgres(connection: psycopg.Connection, lake: Lake) -> None:
    """Fill the table `events` and create its indexes."""
    columns = ", ".join(f"{name} {_TYPES.get(name, 'text')}" for name in _COLUMNS)
    connection.execute(f"create unlogged table events ({columns})")  # type: ignore[call-overload]
    path = Path(lake.root) / "copy.csv"
    with connect(lake) as reader, connection.cursor() as cursor:
        for file in lake.events.files():
            reader.execute(
                f"copy (select {', '.join(_COLUMNS)} from read_parquet('{file.uri}'))"
                f" to '{path}' (format csv, header false)"
            )
            with (
                cursor.copy("copy events from stdin (format csv)") as copy,
                path.open("rb") as csv,
            ):
                while chunk := csv.read(_CHUNK):
                    copy.write(chunk)
    for keys in (
        "org_id, occurred_at",
        "org_id, code_id, occurred_at",
        "org_id, type, visitor_id, pos",
    ):
        connection.execute(f"create index on events ({keys})")  # type: ignore[call-overload]
    connection.execute("vacuum analyze events")
    path.unlink(missing_ok=True)
