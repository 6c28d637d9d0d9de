"""The Parquet files of a table's version, and the columns that older files lack."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pyarrow as pa


@dataclass(frozen=True)
class DataFile:
    """One Parquet file of a table's current version. `stats` has `min.<column>`/`max.<column>`."""

    uri: str
    rows: int
    partition: Mapping[str, Any]
    stats: Mapping[str, Any]
    added: tuple[str, ...] = ()
    """Columns that were added to the table after its creation. Files written before lack them."""
    size: int = 0
    """Size in bytes according to the table's log."""


def listed_files(log: Any, root: str, added: tuple[str, ...]) -> list[DataFile]:
    """Return the files that a table's log lists. `log`: any Arrow stream, as `get_add_actions(flatten=True)` gives."""
    import pyarrow as pa

    # `pa.table` would import pandas to check for a data frame.
    columns = _Columns(pa.RecordBatchReader.from_stream(log).read_all())
    keys = [name for name in columns.names if name.startswith("partition.")]
    return [
        DataFile(
            f"{root}/{path}",
            columns.of("num_records")[row] or 0,
            {key.removeprefix("partition."): columns.of(key)[row] for key in keys},
            _Statistics(columns, row),
            added,
            columns.of("size_bytes")[row],
        )
        for row, path in enumerate(columns.of("path"))
    ]


class _Columns:
    """The columns of an Arrow table, each converted to Python values when it is first used.

    A log contains a hundred statistics of each file, of which a query uses five.
    """

    def __init__(self, rows: "pa.Table") -> None:
        self._rows = rows
        self._known: dict[str, list[Any]] = {}
        self.names: tuple[str, ...] = tuple(rows.schema.names)

    def of(self, name: str) -> list[Any]:
        """Return the values of a column.

        Raises:
            KeyError: there is no column of this name.
        """
        known = self._known.get(name)
        if known is None:
            known = self._known[name] = _values(self._rows.column(name))
        return known


def _values(column: "pa.ChunkedArray") -> list[Any]:
    """Return the values as Python objects. For times with a zone, Arrow would import pandas to look up the zone, which
    takes a second.
    """
    import pyarrow as pa

    if not pa.types.is_timestamp(column.type) or column.type.tz is None:
        found: list[Any] = column.to_pylist()
        return found
    naive = column.cast(pa.timestamp("us")).to_pylist()
    return [moment.replace(tzinfo=UTC) if moment else None for moment in naive]


class _Statistics(Mapping[str, Any]):
    """`min.<column>` and `max.<column>` of one file, as one row of `_Columns`."""

    def __init__(self, columns: _Columns, row: int) -> None:
        self._columns = columns
        self._row = row

    def __getitem__(self, name: str) -> Any:
        if not name.startswith(("min.", "max.")):
            raise KeyError(name)
        return self._columns.of(name)[self._row]

    def __iter__(self) -> Iterator[str]:
        return (name for name in self._columns.names if name.startswith(("min.", "max.")))

    def __len__(self) -> int:
        return sum(1 for _ in self)


_SQL_TYPES = {
    "string": "varchar",
    "int32": "integer",
    "int64": "bigint",
    "double": "double",
    "bool": "boolean",
    "date32[day]": "date",
    "binary": "blob",
}
"""Names of DuckDB's types by those of Arrow's."""


def sql_column(column: "pa.Field") -> str:
    """Return the SQL for a column in files that do not contain it."""
    kind = _SQL_TYPES.get(str(column.type), "timestamptz")
    return f"cast(null as {kind}) as {column.name}"


def with_added_columns(read: str, files: Iterable[DataFile]) -> str:
    """Return the contents of a `from` clause: the read, with null for columns that are missing from all of its
    files.
    """
    added = next((file.added for file in files), ())
    if not added:
        return read
    return f"(from {read} union all by name select {', '.join(added)} where false)"
