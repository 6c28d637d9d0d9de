"""Which statements analysts may run, checked over the lake that analysts get."""

from collections.abc import Iterator
from datetime import UTC, date, datetime
from pathlib import Path

import duckdb
import pytest
from hypothesis import given
from hypothesis import strategies as st

from warehouse.analyst import open_lake
from warehouse.lake import Lake
from warehouse.models.catalogue import marts
from warehouse.sql.guard import (
    StatementError,
    StatementRefused,
    as_statement_error,
    check_statement,
    pointed_at,
)
from warehouse.sql.macros import macros

QUERIES = (
    "select 1",
    "select 1;",
    "-- a note\nselect 1",
    "from activity_15m",
    "table events",
    "values (1), (2)",
    "with a as (select 1 as x) select * from a",
    "with recursive r(n) as (select 1 union all select n + 1 from r where n < 3) from r",
    "select type, total(events) from activity_15m group by all order by all limit 5",
    "select visitor, row_number() over (order by visitor) from visitors qualify true",
    "pivot (select 'a' as k, 1 as v) on k in ('a', 'b') using sum(v)",
    "unpivot (select 1 as a, 2 as b) on a, b",
    "select * from range(3), unnest([1, 2]), generate_series(1, 2)",
    "select data ->> '$.field' from events, json_each(data)",
    "describe events",
    "describe select 1",
    "summarize visitors",
    "show tables",
    "pragma table_info('events')",
    "explain select * from events",
    "explain analyze select 1",
    "select * from information_schema.columns",
    "select comment from duckdb_columns()",
)

REFUSED = (
    "",
    ";",
    "select 1; select 2",
    "select 1; drop table dictionary",
    "insert into dictionary values ('a')",
    "update dictionary set name = 'a'",
    "delete from dictionary",
    "merge into dictionary using (select 1 as a) on true when matched then delete",
    "create table mine as select 1",
    "create temp table mine as select 1",
    "create macro mine() as 1",
    "create secret (type s3)",
    "drop view events",
    "alter view events rename to mine",
    "comment on view events is 'mine'",
    "truncate dictionary",
    "begin",
    "commit",
    "checkpoint",
    "vacuum",
    "analyze",
    "use system",
    "attach 'mine.duckdb'",
    "detach memory",
    "install httpfs",
    "load httpfs",
    "export database '/tmp/mine'",
    "import database '/tmp/mine'",
    "copy events to 'mine.csv'",
    "copy (select 1) to '/dev/stdout'",
    "copy dictionary from '/etc/passwd'",
    "set memory_limit = '64GB'",
    "set variable mine = 1",
    "reset memory_limit",
    "pragma memory_limit = '64GB'",
    "pragma enable_profiling",
    "pragma database_list",
    "prepare mine as select 1",
    "execute mine",
    "call enable_logging()",
    "call enable_logging(storage = 'file', storage_config = {'path': '/tmp/mine'})",
    "call checkpoint()",
    "explain copy events to 'mine.csv'",
    "explain analyze create table mine as select 1",
    "explain (format json) call enable_logging()",
    "from enable_logging()",
    "from disable_logging()",
    "from system.main.enable_logging()",
    "from truncate_duckdb_logs()",
    "from duckdb_logs",
    "from duckdb_logs()",
    "from duckdb_settings()",
    "from pg_settings",
    "from pg_catalog.pg_settings",
    "from duckdb_secrets()",
    "from which_secret('s3://a', 's3')",
    "from duckdb_temporary_files()",
    "from duckdb_extensions()",
    "from duckdb_databases()",
    "from duckdb_databases",
    "show databases",
    "from pragma_database_list",
    "from force_checkpoint()",
    "from arrow_scan(1, 2, 3)",
    "from arrow_scan_dumb(1, 2, 3)",
    "from pandas_scan(1)",
    "from python_map_function(1)",
    "from seq_scan('events')",
    "from query('select 1')",
    "from query_table('events')",
    "from json_execute_serialized_sql('{}')",
    "from read_csv('/etc/passwd')",
    "from read_csv_auto('/etc/passwd')",
    "from READ_TEXT('/etc/passwd')",
    "from read_blob('/etc/passwd')",
    "from read_parquet('a.parquet')",
    "from parquet_scan('a.parquet')",
    "from parquet_metadata('a.parquet')",
    "from parquet_schema('a.parquet')",
    "from read_json('a.json')",
    "from read_ndjson_objects('a.json')",
    "from read_duckdb('mine.duckdb')",
    "from sniff_csv('/etc/passwd')",
    "from glob('/*')",
    "from (from glob('/*'))",
    "from range(3), lateral (from glob('/*'))",
    "select exists(from glob('/*'))",
    "select (select max(filename) from read_text('/etc/passwd'))",
    "with a as materialized (from glob('/*')) from a",
    "select 1 union all select count(*) from glob('/*')",
    "select * from (values (1)) as x(a) positional join glob('/*')",
    "select current_setting('temp_directory')",
    "select list_transform([1], lambda x: current_setting('temp_directory'))",
    "select row_number() over (order by current_setting('temp_directory'))",
    "select ('temp_directory').current_setting()",
    "select getenv('HOME')",
    "select write_log('mine')",
    "select sleep_ms(1000)",
    "select 1 order by sleep_ms(1000)",
    "select 1 limit (select sleep_ms(1000))",
    "select json_serialize_plan('from enable_logging()')",
)
"""Refused by the guard alone, before DuckDB gets the statement."""


@pytest.fixture(scope="module")
def analyst(tmp_path_factory: pytest.TempPathFactory) -> Iterator[duckdb.DuckDBPyConnection]:
    lake = Lake(str(tmp_path_factory.mktemp("lake")))
    with open_lake(lake, "org", zone="America/New_York", week_start="sunday") as connection:
        yield connection


@pytest.mark.parametrize("statement", QUERIES)
def test_allowed_queries_are_executed(analyst: duckdb.DuckDBPyConnection, statement: str) -> None:
    analyst.execute(check_statement(analyst, statement)).fetchall()


@pytest.mark.parametrize("statement", REFUSED)
def test_statement_that_is_not_a_query_of_the_tables_is_refused(
    analyst: duckdb.DuckDBPyConnection, statement: str
) -> None:
    with pytest.raises(StatementError):
        check_statement(analyst, statement)


@pytest.mark.parametrize("statement", ["from '/etc/passwd'", "from 'events.parquet'", "from files"])
def test_name_accepted_as_a_table_by_the_guard_is_never_a_file_to_duckdb(
    analyst: duckdb.DuckDBPyConnection, statement: str
) -> None:
    files = ["/etc/passwd"]

    with pytest.raises(duckdb.Error):
        analyst.execute(check_statement(analyst, statement))
    assert files


@given(
    words=st.lists(
        st.sampled_from(
            ["select", "from", "(", ")", "glob('/*')", ",", "1", "a", "where", "union", "all"]
        )
    )
)
def test_no_combination_of_words_reads_a_file(
    analyst: duckdb.DuckDBPyConnection, words: list[str]
) -> None:
    statement = " ".join(words)
    try:
        check_statement(analyst, statement)
    except StatementError:
        return
    assert "glob" not in statement


def test_statement_error_is_reported_with_its_position(tmp_path: Path) -> None:
    with open_lake(Lake(str(tmp_path)), "org", errors_as_json=True) as connection:
        with pytest.raises(StatementError) as mistyped:
            check_statement(connection, "select 'ü',\n  1 +\nfrom events")
        with pytest.raises(StatementRefused) as refused:
            check_statement(connection, "select 'ü' from glob('/*')")
        unknown = "select 'ü', nope from events"
        with pytest.raises(duckdb.Error) as missing:
            connection.execute(check_statement(connection, unknown))
        explained = as_statement_error(missing.value, unknown)

    assert mistyped.value.message == 'syntax error at or near "from"'
    position = mistyped.value.position
    assert position is not None
    assert pointed_at("select 'ü',\n  1 +\nfrom events", position) == "from events\n^"
    assert refused.value.position == 16
    assert refused.value.message == "The table function glob() cannot be used here."
    assert explained.position == 12
    assert explained.message.startswith('Referenced column "nope" not found')
    assert "LINE" not in explained.message


def test_days_weeks_and_months_use_the_calendar_of_the_organisation(
    analyst: duckdb.DuckDBPyConnection,
) -> None:
    late = datetime(2026, 3, 1, 3, 30, tzinfo=UTC)  # Saturday evening in New York

    found = analyst.execute(
        "select local_time($at), local_day($at), local_week($at), local_month($at)", {"at": late}
    ).fetchone()
    sums = analyst.sql("select total(events) as n, total(visits) as m from activity_15m")

    assert found == (
        datetime.fromisoformat("2026-02-28T22:30"),  # a local time without a time zone
        date(2026, 2, 28),
        date(2026, 2, 22),
        date(2026, 2, 1),
    )
    assert sums.fetchall() == [(0, 0)]
    assert [str(kind) for kind in sums.types] == ["BIGINT", "BIGINT"]


@pytest.mark.parametrize(
    ("start", "first"),
    [("monday", date(2026, 2, 23)), ("sunday", date(2026, 2, 22)), ("saturday", date(2026, 2, 28))],
)
def test_weeks_start_on_the_day_chosen_by_the_organisation(
    start: str, first: date, tmp_path: Path
) -> None:
    with open_lake(Lake(str(tmp_path)), "org", week_start=start) as connection:
        found = connection.execute("select local_week(timestamp '2026-02-28 12:00:00')").fetchone()
    assert found == (first,)


def test_catalogue_describes_tables_columns_and_macros(
    analyst: duckdb.DuckDBPyConnection,
) -> None:
    def asked(statement: str) -> dict[str, str]:
        return dict(analyst.execute(statement).fetchall())

    tables = asked("select view_name, comment from duckdb_views() where not internal")
    columns = asked(
        "select table_name || '.' || column_name, comment from duckdb_columns()"
        " where not internal and table_name in ('events', 'activity_15m', 'visitors')"
    )
    known = asked("select function_name, comment from duckdb_functions() where not internal")

    assert {"events", *marts()} <= set(tables)
    assert [name for name in ("events", *marts()) if not tables[name]] == []
    assert [name for name, comment in columns.items() if not comment] == []
    assert "UUIDv7" in columns["events.event_id"]
    assert "activity_15m.bucket" in columns
    assert {macro.name for macro in macros()} <= set(known)
    assert "America/New_York" in known["local_day"]
