"""A statement's rows as a file, written by DuckDB itself: memory stays flat however many there are."""

import threading
from collections.abc import Callable, Mapping
from typing import Any, Literal

import duckdb

FileFormat = Literal["csv", "parquet"]

Watch = Callable[[float], None]
"""Is told now and then which share of the work is done; what it raises stops the work."""

ASK_EVERY_SECONDS = 0.5

JOB_MEMORY, JOB_THREADS = "256MB", 1
"""What a job's database may take. A file's rows keep their order, so that a second thread is no faster:
it reads ahead and holds what it has read, 230 MiB instead of 30 of a million events."""

BOM = "\ufeff"
"""Without it Excel takes UTF-8 for the machine's own code page."""

_OPTIONS: Mapping[str, str] = {
    "csv": "format csv, header true",
    "parquet": "format parquet, compression zstd, row_group_size 30720",
}

STARTS_FORMULA = r"^ *[=+\-@\t\r\n＝＋－＠]"  # noqa: RUF001


def neutral_sql(column: str) -> str:
    """The column, with an apostrophe in front of what a spreadsheet would run.

    All that may begin a formula sorts before `A` or behind the wide `＋`; looking at that first
    spares nearly every cell the expression.
    """  # noqa: RUF002
    return (
        f"case when ({column} < 'A' or {column} >= '＋')"  # noqa: RUF001
        f" and regexp_matches({column}, '{STARTS_FORMULA}')"
        f" then chr(39) || {column} else {column} end"
    )


def cell_sql(name: str, kind: str) -> str:
    """A column as a CSV cell: texts run nothing, times are ISO 8601 in UTC to the microsecond."""
    if kind == "string":
        return neutral_sql(name)
    if kind == "timestamp":
        return f"strftime({name}, '%Y-%m-%dT%H:%M:%S.%fZ')"
    return name


def select_list(columns: Mapping[str, str], file_format: FileFormat) -> str:
    """The columns (type by name) as a file of this format has them."""
    if file_format == "parquet":
        return ", ".join(f'"{name}"' for name in columns)
    first = next(iter(columns))
    return ", ".join(
        f'{cell_sql(f"{chr(34)}{name}{chr(34)}", kind)} as "{BOM if name == first else ""}{name}"'
        for name, kind in columns.items()
    )


def copy_statement(
    cursor: duckdb.DuckDBPyConnection,
    statement: str,
    parameters: Mapping[str, Any],
    path: str,
    file_format: FileFormat,
    watch: Watch | None = None,
) -> int:
    """Write the statement's rows into a new file; returns their number."""
    target = path.replace("'", "''")
    copy = f"copy ({statement}) to '{target}' ({_OPTIONS[file_format]})"
    if watch is None:
        return _written(cursor, copy, parameters)
    return _watched(cursor, copy, parameters, watch)


def _written(cursor: duckdb.DuckDBPyConnection, copy: str, parameters: Mapping[str, Any]) -> int:
    ((rows,),) = cursor.execute(copy, dict(parameters)).fetchall()
    return int(rows)


def _watched(
    cursor: duckdb.DuckDBPyConnection, copy: str, parameters: Mapping[str, Any], watch: Watch
) -> int:
    cursor.execute("set enable_progress_bar = true")
    cursor.execute("set enable_progress_bar_print = false")
    rows: list[int] = []
    failures: list[BaseException] = []

    def work() -> None:
        try:
            rows.append(_written(cursor, copy, parameters))
        except BaseException as failure:  # told to the one who waits, below
            failures.append(failure)

    writing = threading.Thread(target=work, name="export")
    writing.start()
    try:
        watch(0.0)
        while writing.is_alive():
            writing.join(ASK_EVERY_SECONDS)
            if writing.is_alive():
                watch(min(max(cursor.query_progress(), 0.0) / 100, 1.0))
    except BaseException:
        cursor.interrupt()
        raise
    finally:
        writing.join()
    if failures:
        raise failures[0]
    return rows[0]
