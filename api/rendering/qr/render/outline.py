"""Traces the dark areas of a matrix, so that adjacent modules become one path without seams."""

from collections.abc import Callable
from typing import NamedTuple

from api.rendering.paths import KAPPA, Path, Segment

Cells = frozenset[tuple[int, int]]
"""Dark modules as (column, row)."""

_STEPS = ((1, 0), (0, 1), (-1, 0), (0, -1))
"""Right, down, left, up. The next entry is a turn to the right."""


class Corner(NamedTuple):
    """A corner of an outline: its position, and the steps before and after it."""

    x: int
    y: int
    into: tuple[int, int]
    out: tuple[int, int]

    @property
    def is_convex(self) -> bool:
        """Whether the path turns to the right, around the dark area."""
        return self.into[0] * self.out[1] - self.into[1] * self.out[0] > 0

    @property
    def towards(self) -> tuple[int, int]:
        """The direction in which it points: (-1, -1) is top left."""
        return self.into[0] - self.out[0], self.into[1] - self.out[1]


Radius = Callable[[Corner], float]


def outlines(cells: Cells) -> list[list[Corner]]:
    """Return one closed path for each area and each hole, with dark modules always on the right."""
    edges: dict[tuple[int, int], list[int]] = {}
    for x, y in cells:
        if (x, y - 1) not in cells:
            edges.setdefault((x, y), []).append(0)
        if (x + 1, y) not in cells:
            edges.setdefault((x + 1, y), []).append(1)
        if (x, y + 1) not in cells:
            edges.setdefault((x + 1, y + 1), []).append(2)
        if (x - 1, y) not in cells:
            edges.setdefault((x, y + 1), []).append(3)
    walks = []
    for start in sorted(edges):
        while edges[start]:
            walks.append(_walk(edges, start))
    return walks


def traced(
    cells: Cells, radius: Radius = lambda _corner: 0.0, dx: float = 0, dy: float = 0
) -> Path:
    """Return the outlines as one path, with each corner rounded by the radius that `radius` returns (at most half a
    module).
    """
    segments: list[Segment] = []
    for walk in outlines(cells):
        operator = "M"
        for corner in walk:
            column, row, (into_x, into_y), (out_x, out_y) = corner
            x, y = column + dx, row + dy
            reach = radius(corner)
            if reach <= 0:
                segments.append((operator, x, y))
            else:
                handle = reach * (1 - KAPPA)
                segments.append((operator, x - into_x * reach, y - into_y * reach))
                segments.append(
                    (
                        "C",
                        x - into_x * handle,
                        y - into_y * handle,
                        x + out_x * handle,
                        y + out_y * handle,
                        x + out_x * reach,
                        y + out_y * reach,
                    )
                )
            operator = "L"
        segments.append(("Z",))
    return tuple(segments)


def _walk(edges: dict[tuple[int, int], list[int]], start: tuple[int, int]) -> list[Corner]:
    first = came = edges[start].pop()
    corners = []
    step = _STEPS[came]
    x, y = start[0] + step[0], start[1] + step[1]
    while (here := (x, y)) != start:
        choices = edges[here]
        if len(choices) == 1:
            following = choices.pop()
        else:
            # Two modules touch only at a corner, so continue around the current one.
            following = (came + 1) % 4
            choices.remove(following)
        if following != came:
            before, step = step, _STEPS[following]
            corners.append(Corner(x, y, before, step))
            came = following
        x, y = x + step[0], y + step[1]
    if first != came:
        corners.insert(0, Corner(x, y, step, _STEPS[first]))
    return corners
