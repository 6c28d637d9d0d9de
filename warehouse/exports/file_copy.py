"""Writes the rows of a statement to a file. DuckDB itself writes them, so memory use is constant whatever their
number.
"""

import threading
from collections.abc import Callable, Mapping
from typing import Any, Literal

import duckdb

FileFormat = Literal["csv", "parquet"]

Watch = Callable[[float], None]
"""Called from time to time with the share of the work that is done. An exception that it raises stops the work."""

ASK_EVERY_SECONDS = 0.5

JOB_MEMORY, JOB_THREADS = "256MB", 1
"""Limits of a job's database. The rows of a file keep their order, so a second thread is no faster: it reads ahead and
buffers the rows, which takes 230 MiB instead of 30 for a million events.
"""

BOM = "\ufeff"
"""Without it, Excel assumes the machine's own code page instead of UTF-8."""

_OPTIONS: Mapping[str, str] = {
    "csv": "format csv, header true",
    "parquet": "format parquet, compression zstd, row_group_size 30720",
}

STARTS_FORMULA = r"^ *[=+\-@\t\r\n＝＋－＠]"  # noqa: RUF001


def neutral_sql(column: str) -> str:
    """Return the column, with an apostrophe before text that a spreadsheet would execute.

    Everything that may begin a formula sorts before `A` or after the wide `＋`. Checking that first avoids the regular
    expression for nearly every cell.
    """  # noqa: RUF002
    return (
        f"case when ({column} < 'A' or {column} >= '＋')"  # noqa: RUF001
        f" and regexp_matches({column}, '{STARTS_FORMULA}')"
        f" then chr(39) || {column} else {column} end"
    )


def cell_sql(name: str, kind: str) -> str:
    """Return a column as a CSV cell: texts cannot run as formulas, and times are ISO 8601 in UTC to the microsecond."""
    if kind == "string":
        return neutral_sql(name)
    if kind == "timestamp":
        return f"strftime({name}, '%Y-%m-%dT%H:%M:%S.%fZ')"
    return name


def select_list(columns: Mapping[str, str], file_format: FileFormat) -> str:
    """Return the columns (type by name) in the form that this format needs."""
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
    """Write the statement's rows to a new file, and return their number."""
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
        except BaseException as failure:  # raised again in the waiting thread below
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
