"""The events that a build reads next: ranges of positions, small enough to fit in memory."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

BEFORE_ALL = -1
"""A value below every position. Positions are never negative."""


@dataclass(frozen=True)
class Bound:
    """Positions of one Kafka partition, greater than `after` and up to `upto`."""

    after: int
    upto: int


Slice = Mapping[int, Bound]
"""Maps each Kafka partition to its bound."""


def pending(built: Mapping[int, int], held: Mapping[int, int]) -> dict[int, Bound]:
    """Return the positions in the lake that are not built yet, by partition."""
    return {
        partition: Bound(built.get(partition, BEFORE_ALL), upto)
        for partition, upto in sorted(held.items())
        if upto > built.get(partition, BEFORE_ALL)
    }


def cut(whole: Slice, rows: int, first: int = 0) -> Iterator[dict[int, Bound]]:
    """Cut into slices of at most `rows` positions, lowest first. `first` is the lowest existing position.

    Positions are dense over all partitions, so a range of `rows` positions has at most that many events.
    """
    if not whole:
        return
    low = max(min(bound.after for bound in whole.values()), first - 1)
    high = max(bound.upto for bound in whole.values())
    while low < high:
        top = low + rows
        piece = {
            partition: Bound(max(bound.after, low), min(bound.upto, top))
            for partition, bound in whole.items()
            if bound.after < top and bound.upto > low
        }
        if piece:
            yield piece
        low = top


def high_watermarks(piece: Slice) -> dict[int, int]:
    """Return the positions of a table after it received this slice."""
    return {partition: bound.upto for partition, bound in piece.items()}
