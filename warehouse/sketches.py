"""People counted by sketch: DataSketches HLL blobs, which Spark and Snowflake read too.

`define(connection)` gives a DuckDB connection three functions: `sketch_of(list of visitor hashes)`,
`sketch_union(list of blobs)` and `sketch_estimate(blob)`. Nothing to count gives null.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import datasketches
import duckdb
import pyarrow as pa
from duckdb import list_type
from duckdb.func import FunctionNullHandling, PythonUDFType
from duckdb.sqltypes import BIGINT, BLOB, DOUBLE

LG_K = 12
RELATIVE_ERROR = 1.04 / (1 << LG_K) ** 0.5
"""Standard error of an estimate: 1.6 %."""

_KIND = datasketches.HLL_4


def sketch_of(visitors: Iterable[int]) -> bytes:
    """The sketch of these visitor hashes."""
    sketch = datasketches.hll_sketch(LG_K, _KIND)
    update = sketch.update
    for visitor in visitors:
        update(visitor)
    return bytes(sketch.serialize_compact())


def union(blobs: Iterable[bytes | None]) -> bytes:
    """The sketch of everybody in any of these sketches; where there is none, nobody is in it."""
    merged = datasketches.hll_union(LG_K)
    for blob in blobs:
        if blob is not None:
            merged.update(datasketches.hll_sketch.deserialize(blob))
    return bytes(merged.get_result(_KIND).serialize_compact())


def estimate(blob: bytes) -> float:
    """How many people the sketch holds, about."""
    return float(datasketches.hll_sketch.deserialize(blob).get_estimate())


def _lists(column: pa.ChunkedArray) -> Iterator[list[Any] | None]:
    for chunk in column.chunks:
        values = chunk.values.to_pylist() if chunk.values.type == pa.binary() else None
        values = chunk.values.to_numpy(zero_copy_only=False).tolist() if values is None else values
        offsets = chunk.offsets.to_pylist()
        valid = chunk.is_valid().to_pylist()
        for start, end, present in zip(offsets, offsets[1:], valid, strict=False):
            yield values[start:end] if present and end > start else None


def _over_lists(make: Callable[[list[Any]], bytes]) -> Callable[[pa.ChunkedArray], pa.Array]:
    def apply(column: pa.ChunkedArray) -> pa.Array:
        return pa.array((rows and make(rows) for rows in _lists(column)), pa.binary())

    return apply


def _estimates(column: pa.ChunkedArray) -> pa.Array:
    blobs = column.to_pylist()
    return pa.array((blob and estimate(blob) for blob in blobs), pa.float64())


def define(connection: duckdb.DuckDBPyConnection) -> None:
    """Give the connection `sketch_of`, `sketch_union` and `sketch_estimate`."""
    for name, function, takes, gives in (
        ("sketch_of", _over_lists(sketch_of), list_type(BIGINT), BLOB),
        ("sketch_union", _over_lists(union), list_type(BLOB), BLOB),
        ("sketch_estimate", _estimates, BLOB, DOUBLE),
    ):
        connection.create_function(
            name,
            function,
            [takes],
            gives,
            type=PythonUDFType.ARROW,
            null_handling=FunctionNullHandling.SPECIAL,
        )
