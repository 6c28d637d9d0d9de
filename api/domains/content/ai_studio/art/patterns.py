"""Pictures that consist of one pattern: stained glass, brush strokes, terrazzo, leaves."""

import math

import numpy as np
from PIL import Image, ImageDraw

from api.domains.content.ai_studio.art.color import Pixels, as_bytes, blend
from api.domains.content.ai_studio.art.fields import (
    Field,
    coordinates,
    noise,
    smooth_step,
    to_pixels,
)

SUPERSAMPLING = 2
"""The factor by which shapes are drawn larger before they are smoothed down."""


def mosaic(rng: np.random.Generator, side: int, colors: Pixels) -> Pixels:
    """Draw stained glass: cells of colour that change gradually over the picture, between fine dark leads."""
    cells = int(rng.integers(17, 24))
    points = rng.uniform(0.08, 0.92, (cells + 2, cells + 2, 2)).astype(np.float32)
    drift = noise(rng, cells + 2, 3, 3) + rng.normal(0, 0.09, (cells + 2, cells + 2))
    x, y = coordinates(side)
    column, row = np.floor(x * cells).astype(int), np.floor(y * cells).astype(int)
    inner_x, inner_y = x * cells - column, y * cells - row
    nearest = np.full((side, side), 9.0, np.float32)
    second = nearest.copy()
    value = np.zeros((side, side), np.float32)
    tilt = np.zeros((side, side), np.float32)
    for step_y in (-1, 0, 1):
        for step_x in (-1, 0, 1):
            at_row, at_column = (row + step_y) % (cells + 2), (column + step_x) % (cells + 2)
            point = points[at_row, at_column]
            away_x = step_x + point[..., 0] - inner_x
            away_y = step_y + point[..., 1] - inner_y
            distance = np.hypot(away_x, away_y)
            closer = distance < nearest
            second = np.where(closer, nearest, np.minimum(second, distance))
            value = np.where(closer, drift[at_row, at_column], value)
            tilt = np.where(closer, away_x + away_y, tilt)
            nearest = np.where(closer, distance, nearest)
    glass = blend(colors, 0.06 + 0.86 * value + 0.05 * tilt)
    seam = smooth_step(0.075, 0.035, (second - nearest).astype(np.float32))[..., None]
    return np.asarray(glass * (1 - seam) + colors[4] * 0.55 * seam, np.float32)


def flow_field(rng: np.random.Generator, side: int, colors: Pixels) -> Pixels:
    """Draw thousands of brush strokes that follow the same invisible current."""
    large = side * SUPERSAMPLING
    current = noise(rng, 220, 3, 2) * 4 * math.pi
    tone = noise(rng, 220, 3, 3)
    ground = as_bytes(blend(colors, np.array([0.35]))[0])
    picture = Image.new("RGB", (large, large), ground)
    draw = ImageDraw.Draw(picture)
    step = large / 110
    order = rng.permutation(2600)
    starts = rng.uniform(-0.05, 1.05, (2600, 2))
    for number in order:
        at_x, at_y = starts[number] * large
        spot = tone[_cell(at_y, large, 220), _cell(at_x, large, 220)]
        color = as_bytes(blend(colors, np.array([spot * 1.1 - 0.05 + rng.normal(0, 0.1)]))[0])
        width = int(rng.integers(7, 24))
        line = [(at_x, at_y)]
        for _ in range(int(rng.integers(8, 26))):
            angle = current[_cell(at_y, large, 220), _cell(at_x, large, 220)]
            at_x, at_y = at_x + math.cos(angle) * step, at_y + math.sin(angle) * step
            line.append((at_x, at_y))
        draw.line(line, fill=color, width=width, joint="curve")
        for end in (line[0], line[-1]):
            half = width / 2
            draw.ellipse((end[0] - half, end[1] - half, end[0] + half, end[1] + half), fill=color)
    return to_pixels(picture, side)


def terrazzo(rng: np.random.Generator, side: int, colors: Pixels) -> Pixels:
    """Draw chips of stone in a pale polished floor."""
    large = side * SUPERSAMPLING
    ground = blend(colors[:2], 0.25 + 0.25 * (noise(rng, side, 60, 3) - 0.5))
    picture = Image.fromarray((ground * 255).astype(np.uint8)).resize((large, large))
    draw = ImageDraw.Draw(picture)
    taken: list[tuple[float, float, float]] = []
    for size, wanted in ((0.075, 46), (0.045, 130), (0.024, 330), (0.011, 800)):
        placed = 0
        for _ in range(wanted * 6):
            at_x, at_y = rng.uniform(-0.02, 1.02, 2)
            radius = size * rng.uniform(0.65, 1.1)
            if any(
                (at_x - x) ** 2 + (at_y - y) ** 2 < (radius + other) ** 2 * 0.72
                for x, y, other in taken
            ):
                continue
            taken.append((at_x, at_y, radius))
            draw.polygon(
                _chip(rng, at_x * large, at_y * large, radius * large), fill=_stone(rng, colors)
            )
            placed += 1
            if placed == wanted:
                break
    return to_pixels(picture, side)


def botanical(rng: np.random.Generator, side: int, colors: Pixels) -> Pixels:
    """Draw branches with leaves and small blossoms, pressed on paper."""
    large = side * SUPERSAMPLING
    paper = blend(colors[:2], 0.2 + 0.3 * (noise(rng, side, 8, 4) - 0.5))
    picture = Image.fromarray((paper * 255).astype(np.uint8)).resize((large, large))
    draw = ImageDraw.Draw(picture)
    for depth in range(3):
        for _ in range((26, 30, 22)[depth]):
            start = rng.uniform(-0.1, 1.1, 2) * large
            shade = (0.3, 0.55, 0.82)[depth] + rng.normal(0, 0.06)
            _branch(rng, draw, start, large, blend(colors, np.array([shade]))[0])
    for _ in range(38):
        at_x, at_y = rng.uniform(0, 1, 2) * large
        _blossom(rng, draw, at_x, at_y, large * rng.uniform(0.012, 0.024), colors)
    return to_pixels(picture, side)


def _cell(at: float, large: int, cells: int) -> int:
    return min(max(int(at / large * cells), 0), cells - 1)


def _chip(rng: np.random.Generator, x: float, y: float, radius: float) -> list[tuple[float, float]]:
    corners = int(rng.integers(5, 9))
    angles = np.sort(rng.uniform(0, 2 * math.pi, corners))
    reach = radius * rng.uniform(0.62, 1.0, corners)
    return [
        (x + math.cos(angle) * far, y + math.sin(angle) * far)
        for angle, far in zip(angles, reach, strict=True)
    ]


def _stone(rng: np.random.Generator, colors: Pixels) -> tuple[int, int, int]:
    place = rng.choice([0.3, 0.5, 0.72, 0.95], p=[0.2, 0.3, 0.28, 0.22]) + rng.normal(0, 0.035)
    return as_bytes(blend(colors, np.array([place]))[0])


def _branch(
    rng: np.random.Generator,
    draw: ImageDraw.ImageDraw,
    start: Field,
    large: int,
    color: Pixels,
) -> None:
    angle, bend = rng.uniform(0, 2 * math.pi), rng.normal(0, 0.035)
    x, y = float(start[0]), float(start[1])
    step = large * 0.027
    leaves = int(rng.integers(8, 13))
    fill = as_bytes(color)
    vein = as_bytes(np.clip(color * 0.82, 0, 1))
    for number in range(leaves):
        next_x, next_y = x + math.cos(angle) * step, y + math.sin(angle) * step
        draw.line((x, y, next_x, next_y), fill=vein, width=max(3, large // 400))
        x, y = next_x, next_y
        size = large * 0.045 * math.sin(math.pi * (number + 1.5) / (leaves + 2)) + large * 0.008
        for spread in (0.85, -0.85):
            _leaf(draw, (x, y), angle + spread, size, fill, vein)
        angle += bend
    _leaf(draw, (x, y), angle, large * 0.03, fill, vein)


def _leaf(
    draw: ImageDraw.ImageDraw,
    at: tuple[float, float],
    angle: float,
    length: float,
    fill: tuple[int, int, int],
    vein: tuple[int, int, int],
) -> None:
    steps = np.linspace(0, 1, 14)
    belly = 0.2 * length * np.sin(math.pi * steps**0.82)
    along_x, along_y = math.cos(angle), math.sin(angle)

    def edge(sign: int) -> list[tuple[float, float]]:
        return [
            (
                at[0] + along_x * length * part - along_y * sign * wide,
                at[1] + along_y * length * part + along_x * sign * wide,
            )
            for part, wide in zip(steps, belly, strict=True)
        ]

    draw.polygon(edge(1) + edge(-1)[::-1], fill=fill)
    tip = (at[0] + along_x * length * 0.9, at[1] + along_y * length * 0.9)
    draw.line((at, tip), fill=vein, width=max(2, int(length / 34)))


def _blossom(
    rng: np.random.Generator,
    draw: ImageDraw.ImageDraw,
    x: float,
    y: float,
    size: float,
    colors: Pixels,
) -> None:
    first_angle = rng.uniform(0, 2 * math.pi)
    warm = as_bytes(np.clip(colors[0] * 0.35 + np.array([0.62, 0.3, 0.28]), 0, 1))
    pale = as_bytes(colors[0])
    petal = pale if rng.random() < 0.55 else warm
    for number in range(5):
        angle = first_angle + number * 2 * math.pi / 5
        middle_x, middle_y = x + math.cos(angle) * size * 0.8, y + math.sin(angle) * size * 0.8
        reach = size * 0.62
        draw.ellipse(
            (middle_x - reach, middle_y - reach, middle_x + reach, middle_y + reach), fill=petal
        )
    heart = size * 0.42
    draw.ellipse((x - heart, y - heart, x + heart, y + heart), fill=as_bytes(colors[3]))
