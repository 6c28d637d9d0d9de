"""Fields of values over a picture: noise clouds and coordinates."""

from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from api.domains.content.ai_studio.art.color import Pixels

Field = NDArray[np.floating[Any]]


def noise(rng: np.random.Generator, side: int, cells: int, octaves: int = 4) -> Field:
    """Return smooth noise from 0 to 1 with `cells` hills across. Each octave has twice as many at half the height."""
    total = np.zeros((side, side), np.float32)
    for octave in range(octaves):
        number = min(cells * 2**octave + 3, side)
        grid = rng.random((number, number), dtype=np.float32)
        hills = Image.fromarray(grid).resize((side, side), Image.Resampling.BICUBIC)
        total += np.asarray(hills, np.float32) / 2**octave
    low, high = float(total.min()), float(total.max())
    return np.asarray((total - low) / (high - low + 1e-9), np.float32)


def coordinates(side: int) -> tuple[Field, Field]:
    """Return x and y from 0 to 1 for each pixel."""
    line = np.linspace(0, 1, side, dtype=np.float32)
    x, y = np.meshgrid(line, line)
    return np.asarray(x, np.float32), np.asarray(y, np.float32)


def to_pixels(picture: Image.Image, side: int) -> Pixels:
    """Convert a drawing to pixels of the requested side, and smooth larger drawings down."""
    small = picture.convert("RGB").resize((side, side), Image.Resampling.LANCZOS)
    return np.asarray(small, np.float32) / 255


def smooth_step(low: float, high: float, values: Field) -> Field:
    """Return 0 below `low`, 1 above `high` and a smooth transition between them."""
    part = np.clip((values - low) / (high - low), 0, 1)
    return np.asarray(part * part * (3 - 2 * part), np.float32)
