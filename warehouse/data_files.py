"""The Parquet files of a table's version, and columns that files written before them lack."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import pyarrow as pa


@dataclass(frozen=True)
class DataFile:
    """One Parquet file of a table's present version. `stats` has `min.<column>`/`max.<column>`."""

    uri: str
    rows: int
    partition: Mapping[str, Any]
    stats: Mapping[str, Any]
    added: tuple[str, ...] = ()
    """Columns that the table got after it was made; files written before lack them."""


_SQL_TYPES: dict[pa.DataType, str] = {
    pa.string(): "varchar",
    pa.int32(): "integer",
    pa.int64(): "bigint",
    pa.float64(): "double",
    pa.bool_(): "boolean",
    pa.date32(): "date",
    pa.binary(): "blob",
}


def sql_column(column: pa.Field) -> str:
    """The column as DuckDB says it where a file does not have it."""
    kind = _SQL_TYPES.get(column.type, "timestamptz")
    return f"cast(null as {kind}) as {column.name}"


def with_added_columns(read: str, files: Iterable[DataFile]) -> str:
    """What may stand behind `from`: the read, and null for columns that all of its files predate."""
    added = next((file.added for file in files), ())
    if not added:
        return read
    return f"(from {read} union all by name select {', '.join(added)} where false)"
