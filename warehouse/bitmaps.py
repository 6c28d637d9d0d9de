"""Sets of people as compressed bitmaps of their numbers, in the portable Roaring format.

Every Roaring library reads this format (https://github.com/RoaringBitmap/RoaringFormatSpec), so Spark, ClickHouse or
Druid can unite the bitmaps written here. The mart `visitor_numbers` assigns each visitor's number once per
organisation.

`define(connection)` adds three functions to a DuckDB connection: `bitmap_of(list of numbers)`, `bitmap_union(list of
bitmaps)` and `bitmap_count(bitmap)`. An empty list gives null.
"""

from array import array
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import duckdb
import numpy as np
import pyarrow as pa
from duckdb import list_type
from duckdb.func import FunctionNullHandling, PythonUDFType
from duckdb.sqltypes import BIGINT, BLOB, INTEGER
from numpy.typing import NDArray
from pyroaring import BitMap

PROVISIONAL_FROM = 1 << 30
"""Numbers of visitors are below this one. For the duration of one answer, readers assign numbers from here on to
visitors who have none yet.
"""


def bitmap_from(numbers: NDArray[np.int32]) -> BitMap:
    """Return the set of these numbers, none of which may be negative."""
    return BitMap(array("I", numbers.tobytes()))


def pack(people: BitMap) -> bytes:
    """Return the set in its stored form. The same set always gives the same bytes."""
    people.run_optimize()
    return bytes(people.serialize())


def unpack(blob: bytes) -> BitMap:
    """Return the set from its stored form."""
    return BitMap.deserialize(blob)


def bitmap_of(numbers: Iterable[int]) -> bytes:
    """Return the stored form of the set of these numbers."""
    return pack(BitMap(numbers))


def unite(blobs: Iterable[bytes | None]) -> BitMap:
    """Return the union of these stored sets."""
    sets = [unpack(blob) for blob in blobs if blob is not None]
    if len(sets) == 1:
        return sets[0]
    return BitMap.union(*sets) if sets else BitMap()


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
