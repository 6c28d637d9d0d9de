"""Sets of people as compressed bitmaps of their numbers, in the portable Roaring format.

Every Roaring library reads this format (https://github.com/RoaringBitmap/RoaringFormatSpec), so Spark, ClickHouse or
Druid can unite the bitmaps written here. The mart `visitor_numbers` assigns each visitor's number once per
organisation.
"""

from array import array
from collections.abc import Iterable
from typing import TYPE_CHECKING

from pyroaring import BitMap

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

PROVISIONAL_FROM = 1 << 30
"""Numbers of visitors are below this one. For the duration of one answer, readers assign numbers from here on to
visitors who have none yet.
"""


def bitmap_from(numbers: "NDArray[np.int32]") -> BitMap:
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
