"""Walks around the dark areas of a matrix, so that modules that touch become one path without seams."""

from collections.abc import Callable
from dataclasses import dataclass

from api.rendering.paths import Path, Point, rounded_polygon

Cells = frozenset[tuple[int, int]]
"""Dark modules as (column, row)."""


@dataclass(frozen=True, slots=True)
class Corner:
    """A corner of an outline. `towards` is where it points: (-1, -1) is top left."""

    at: tuple[int, int]
    is_convex: bool
    towards: tuple[int, int]


Radius = Callable[[Corner], float]


def outlines(cells: Cells) -> list[list[Corner]]:
    """One closed walk for each area and each hole, dark modules always on the right hand."""
    edges: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for x, y in cells:
        if (x, y - 1) not in cells:
            edges.setdefault((x, y), []).append((x + 1, y))
        if (x + 1, y) not in cells:
            edges.setdefault((x + 1, y), []).append((x + 1, y + 1))
        if (x, y + 1) not in cells:
            edges.setdefault((x + 1, y + 1), []).append((x, y + 1))
        if (x - 1, y) not in cells:
            edges.setdefault((x, y + 1), []).append((x, y))
    walks = []
    for start in sorted(edges):
        while edges.get(start):
            walks.append(_walk(edges, start))
    return walks


def traced(cells: Cells, radius: Radius = lambda _corner: 0.0) -> Path:
    """The outlines as one path, each corner rounded as `radius` says (at most half a module)."""
    segments: list[tuple[str, *tuple[float, ...]]] = []
    for walk in outlines(cells):
        points: list[Point] = [corner.at for corner in walk]
        segments.extend(rounded_polygon(points, [radius(corner) for corner in walk]))
    return tuple(segments)


def _walk(
    edges: dict[tuple[int, int], list[tuple[int, int]]], start: tuple[int, int]
) -> list[Corner]:
    points = [start]
    here, came = edges[start].pop(), start
    while here != start:
        points.append(here)
        choices = edges[here]
        if len(choices) == 1:
            following = choices.pop()
        else:
            # Two modules touch at a corner only: stay with the one that we walk around.
            right = (here[0] - (here[1] - came[1]), here[1] + (here[0] - came[0]))
            following = choices.pop(choices.index(right))
        came, here = here, following
    corners = []
    for index, point in enumerate(points):
        before, after = points[index - 1], points[(index + 1) % len(points)]
        into = (point[0] - before[0], point[1] - before[1])
        out = (after[0] - point[0], after[1] - point[1])
        if into == out:
            continue
        turn = into[0] * out[1] - into[1] * out[0]
        corners.append(Corner(point, turn > 0, (into[0] - out[0], into[1] - out[1])))
    return corners
