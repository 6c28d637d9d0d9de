"""A picture of how cost grows with size: both axes are logarithmic, with one line per query method."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

WIDTH, HEIGHT = 1200, 760
LEFT, RIGHT, TOP, BOTTOM = 140, 260, 70, 90
COLOURS = ("#1f5fbf", "#7a3fb5", "#12877f", "#c2571a", "#a11d33", "#555555")


@dataclass(frozen=True)
class Line:
    """A query method: milliseconds by number of events."""

    name: str
    points: tuple[tuple[int, float], ...]


def draw(title: str, lines: Sequence[Line], path: Path) -> None:
    """Draw the picture as a PNG file."""
    image = Image.new("RGB", (WIDTH, HEIGHT), "white")
    pen = ImageDraw.Draw(image)
    font, small = ImageFont.load_default(24), ImageFont.load_default(17)
    events = [events for line in lines for events, _ in line.points]
    costs = [max(cost, 1) for line in lines for _, cost in line.points]
    low, high = 10 ** math.floor(math.log10(min(costs))), 10 ** math.ceil(math.log10(max(costs)))

    def place(count: int, cost: float) -> tuple[float, float]:
        wide = math.log(max(events) / min(events)) or 1
        right = math.log(count / min(events)) / wide
        up = math.log(max(cost, 1) / low) / (math.log(high / low) or 1)
        return (
            LEFT + right * (WIDTH - LEFT - RIGHT),
            HEIGHT - BOTTOM - up * (HEIGHT - TOP - BOTTOM),
        )

    pen.text((LEFT, 20), title, "black", font)
    cost = low
    while cost <= high:
        left, level = place(min(events), cost)
        pen.line([(left, level), (WIDTH - RIGHT, level)], "#dddddd")
        pen.text((LEFT - 120, level - 10), f"{cost:,} ms", "#444444", small)
        cost *= 10
    for count in sorted(set(events)):
        at, _ = place(count, low)
        pen.line([(at, TOP), (at, HEIGHT - BOTTOM)], "#eeeeee")
        pen.text((at - 45, HEIGHT - BOTTOM + 15), f"{count / 1e6:,.1f} million", "#444444", small)
    for number, line in enumerate(lines):
        colour = COLOURS[number % len(COLOURS)]
        spots = [place(*point) for point in line.points]
        if len(spots) > 1:
            pen.line(spots, colour, 3)
        for x, y in spots:
            pen.ellipse([(x - 5, y - 5), (x + 5, y + 5)], colour)
        pen.text((WIDTH - RIGHT + 40, TOP + number * 30), line.name, colour, small)
    image.save(path)
