"""Formats the rows of a query as JSON, CSV, an Arrow stream or Parquet."""

import base64
import csv
import io
import math
import re
from dataclasses import asdict, dataclass
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Literal

import orjson

from warehouse.exports.file_copy import STARTS_FORMULA
from warehouse.sql.guard import StatementError

if TYPE_CHECKING:
    import pyarrow as pa

AnswerFormat = Literal["json", "csv", "arrow", "parquet"]

MAX_SAFE_INTEGER = 2**53 - 1
"""Programs that represent numbers as doubles, especially JavaScript, would round larger integers."""

_FORMULA = re.compile(STARTS_FORMULA)


@dataclass(frozen=True)
class Column:
    """A column of the answer with DuckDB's name for its type."""

    name: str
    type: str


def written(
    columns: list[Column], rows: "pa.Table", is_truncated: bool, output: AnswerFormat
) -> bytes:
    """Return the rows as bytes in the format.

    Raises:
        StatementError: the format cannot represent a column. The error names it.
    """
    match output:
        case "arrow":
            return _arrow(rows)
        case "parquet":
            return _parquet(columns, rows)
        case "csv":
            return _csv(columns, rows)
        case "json":
            return _json(columns, rows, is_truncated)


def _arrow(rows: "pa.Table") -> bytes:
    import pyarrow as pa

    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, rows.schema) as stream:
        stream.write_table(rows)
    return bytes(sink.getvalue())


def _parquet(columns: list[Column], rows: "pa.Table") -> bytes:
    import pyarrow as pa

    try:
        return _as_parquet(rows)
    except pa.ArrowNotImplementedError:
        for place, column in enumerate(columns):
            try:
                _as_parquet(rows.select([place]).slice(0, 0))
            except pa.ArrowNotImplementedError:
                raise StatementError(
                    f"Parquet has no type for the column {column.name} ({column.type})."
                    " Cast it to varchar, or choose another format."
                ) from None
        raise


def _as_parquet(rows: "pa.Table") -> bytes:
    import pyarrow as pa
    import pyarrow.parquet as pq

    sink = pa.BufferOutputStream()
    pq.write_table(rows, sink, compression="zstd")
    return bytes(sink.getvalue())


def _json(columns: list[Column], rows: "pa.Table", is_truncated: bool) -> bytes:
    return orjson.dumps(
        {
            "columns": [asdict(column) for column in columns],
            "rows": [[_value(cell) for cell in row] for row in _rows(columns, rows)],
            "row_count": rows.num_rows,
            "truncated": is_truncated,
        }
    )


def _csv(columns: list[Column], rows: "pa.Table") -> bytes:
    text = io.StringIO(newline="")
    lines = csv.writer(text)
    lines.writerow([_cell(column.name) for column in columns])
    for row in _rows(columns, rows):
        lines.writerow([_cell(_value(cell)) for cell in row])
    return text.getvalue().encode()


def _rows(columns: list[Column], rows: "pa.Table") -> Any:
    if not rows.num_columns:
        return ()
    cells = (_cells(name, values) for name, values in zip(columns, rows.columns, strict=True))
    return zip(*cells, strict=True)


def _cells(column: Column, values: "pa.ChunkedArray") -> list[Any]:
    try:
        cells: list[Any] = values.to_pylist()
    except (OverflowError, ValueError):  # DuckDB's times reach from year -290307 to infinity
        raise StatementError(
            f"The column {column.name} ({column.type}) contains a time outside the years 1 to 9999."
            " Cast it to varchar."
        ) from None
    return cells


def _value(value: Any) -> Any:
    """Return the value as JSON can represent it without loss. Numbers that no double can represent become text."""
    import pyarrow as pa

    match value:
        case None | bool() | str():
            return value
        case int():
            return value if abs(value) <= MAX_SAFE_INTEGER else str(value)
        case float():
            return value if math.isfinite(value) else str(value)
        case datetime() | date() | time():
            return value.isoformat().replace("+00:00", "Z")
        case Decimal() | timedelta():
            return str(value)
        case bytes():
            return base64.b64encode(value).decode()
        case pa.MonthDayNano():
            return _interval(value)
        case dict():
            return {str(key): _value(one) for key, one in value.items()}
        case list() | tuple():
            return [_value(one) for one in value]
        case _:
            return str(value)


def _interval(value: Any) -> str:
    """Return an interval as an ISO 8601 duration."""
    seconds = Decimal(value.nanoseconds) / 1_000_000_000
    return f"P{value.months}M{value.days}DT{seconds.normalize():f}S"


def _cell(value: Any) -> Any:
    """Return the value as a cell that no spreadsheet runs as a formula."""
    if isinstance(value, dict | list):
        return orjson.dumps(value).decode()
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str) and _FORMULA.match(value):
        return f"'{value}"
    return value
