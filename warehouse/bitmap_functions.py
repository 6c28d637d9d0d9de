"""DuckDB functions for bitmaps: `bitmap_of(list of numbers)`, `bitmap_union(list of bitmaps)` and
`bitmap_count(bitmap)`. An empty list gives null.
"""

from collections.abc import Callable, Iterator
from typing import Any

import duckdb
import pyarrow as pa
from duckdb import list_type
from duckdb.func import FunctionNullHandling, PythonUDFType
from duckdb.sqltypes import BIGINT, BLOB, INTEGER

from warehouse.bitmaps import bitmap_from, pack, unite, unpack


def _of_lists(column: pa.ChunkedArray) -> pa.Array:
    return pa.array(
        (
            pack(bitmap_from(numbers)) if numbers is not None else None
            for numbers in _slices(column, lambda values: values.to_numpy(zero_copy_only=False))
        ),
        pa.binary(),
    )


def _unions(column: pa.ChunkedArray) -> pa.Array:
    return pa.array(
        (
            pack(unite(blobs)) if blobs is not None else None
            for blobs in _slices(column, lambda values: values.to_pylist())
        ),
        pa.binary(),
    )


def _counts(column: pa.ChunkedArray) -> pa.Array:
    blobs = column.to_pylist()
    return pa.array((blob and len(unpack(blob)) for blob in blobs), pa.int64())


def _slices(column: pa.ChunkedArray, taken: Callable[[pa.Array], Any]) -> Iterator[Any]:
    """Yield the values of each list, or None for a list that is null or empty."""
    for chunk in column.chunks:
        values = taken(chunk.values)
        offsets = chunk.offsets.to_pylist()
        valid = chunk.is_valid().to_pylist()
        for start, end, present in zip(offsets, offsets[1:], valid, strict=False):
            yield values[start:end] if present and end > start else None


def define(connection: duckdb.DuckDBPyConnection) -> None:
    """Add `bitmap_of`, `bitmap_union` and `bitmap_count` to the connection."""
    for name, function, takes, gives in (
        ("bitmap_of", _of_lists, list_type(INTEGER), BLOB),
        ("bitmap_union", _unions, list_type(BLOB), BLOB),
        ("bitmap_count", _counts, BLOB, BIGINT),
    ):
        connection.create_function(
            name,
            function,
            [takes],
            gives,
            type=PythonUDFType.ARROW,
            null_handling=FunctionNullHandling.SPECIAL,
        )
