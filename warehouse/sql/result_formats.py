"""Formats the rows of a query as JSON, CSV, an Arrow stream or Parquet."""

import base64
import csv
import io
import math
import re
from dataclasses import asdict, dataclass
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from typing import Any, Literal

import orjson
import pyarrow as pa
import pyarrow.parquet as pq

from warehouse.exports.file_copy import STARTS_FORMULA

AnswerFormat = Literal["json", "csv", "arrow", "parquet"]

MAX_SAFE_INTEGER = 2**53 - 1
"""Programs that represent numbers as doubles, especially JavaScript, would round larger integers."""

_INFINITE = (2**31 - 1, 2**63 - 1)
"""An infinite date in days, and an infinite time in any unit."""

_FORMULA = re.compile(STARTS_FORMULA)


@dataclass(frozen=True)
class Column:
    """A column of the answer with DuckDB's name for its type."""

    name: str
    type: str


def written(
    columns: list[Column], rows: pa.Table, is_truncated: bool, output: AnswerFormat
) -> bytes:
    """Return the rows as bytes in the format."""
    match output:
        case "arrow":
            return _arrow(rows)
        case "parquet":
            return _parquet(rows)
        case "csv":
            return _csv(columns, rows)
        case "json":
            return _json(columns, rows, is_truncated)


def _arrow(rows: pa.Table) -> bytes:
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, rows.schema) as stream:
        stream.write_table(rows)
    return bytes(sink.getvalue())


def _parquet(rows: pa.Table) -> bytes:
    for place, field in enumerate(rows.schema):
        if _has_no_parquet_type(field.type):
            texts = pa.array(map(_text, _cells(rows.column(place))), pa.string())
            rows = rows.set_column(place, field.name, texts)
    sink = pa.BufferOutputStream()
    pq.write_table(rows, sink, compression="zstd")
    return bytes(sink.getvalue())


def _has_no_parquet_type(kind: pa.DataType) -> bool:
    """Whether Arrow cannot write the type as Parquet: intervals, such as the difference of two times, and unions."""
    if pa.types.is_interval(kind) or pa.types.is_union(kind):
        return True
    return any(_has_no_parquet_type(kind.field(place).type) for place in range(kind.num_fields))


def _text(value: Any) -> str | None:
    """Return the value as text: as in JSON, without quotation marks around a single text."""
    shown = _value(value)
    return shown if shown is None or isinstance(shown, str) else orjson.dumps(shown).decode()


def _json(columns: list[Column], rows: pa.Table, is_truncated: bool) -> bytes:
    return orjson.dumps(
        {
            "columns": [asdict(column) for column in columns],
            "rows": [[_value(cell) for cell in row] for row in _rows(rows)],
            "row_count": rows.num_rows,
            "truncated": is_truncated,
        }
    )


def _csv(columns: list[Column], rows: pa.Table) -> bytes:
    text = io.StringIO(newline="")
    lines = csv.writer(text)
    lines.writerow([_cell(column.name) for column in columns])
    for row in _rows(rows):
        lines.writerow([_cell(_value(cell)) for cell in row])
    return text.getvalue().encode()


def _rows(rows: pa.Table) -> Any:
    if not rows.num_columns:
        return ()
    return zip(*(_cells(column) for column in rows.columns), strict=True)


def _cells(column: pa.ChunkedArray) -> list[Any]:
    try:
        return list(column.to_pylist())
    except OverflowError:
        return [_cell_beyond(cell) for cell in column]


def _cell_beyond(cell: Any) -> Any:
    """Return the value of a cell. Dates and times that Python cannot represent become text: its years are 1 to 9999,
    DuckDB's reach from -290307 to 294247, and both have an infinity.
    """
    try:
        return cell.as_py()
    except OverflowError:
        if isinstance(cell, pa.StructScalar):
            return {name: _cell_beyond(one) for name, one in cell.items()}
        if isinstance(cell, pa.MapScalar):
            return [tuple(map(_cell_beyond, entry.values())) for entry in cell.values]
        if isinstance(cell, pa.ListScalar | pa.FixedSizeListScalar):
            return [_cell_beyond(one) for one in cell.values]
        return _moment_beyond(cell)


def _moment_beyond(cell: Any) -> str:
    import numpy as np

    if abs(cell.value) in _INFINITE:
        return "infinity" if cell.value > 0 else "-infinity"
    unit: Any = "D" if pa.types.is_date(cell.type) else cell.type.unit
    zone = "" if unit == "D" or cell.type.tz is None else "Z"
    return f"{np.datetime64(cell.value, unit)}{zone}"


def _value(value: Any) -> Any:
    """Return the value as JSON can represent it without loss. Numbers that no double can represent become text."""
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
