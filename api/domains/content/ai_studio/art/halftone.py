"""Halftone as in print: dots on a rotated grid, larger where the picture is darker."""

import math

import numpy as np
from PIL import Image

from api.domains.content.ai_studio.art.color import Pixels, from_oklab, to_oklab
from api.domains.content.ai_studio.art.fields import Field, smooth_step
from api.domains.content.ai_studio.art.landscapes import night_sky, waves
from api.domains.content.ai_studio.art.patterns import botanical

DOTS = 78
"""Dots along a side, before the grid is rotated."""
GRID_ANGLE = math.radians(45)
PAPER = 0.97
LIGHTEST_INK, DARKEST_INK = 0.58, 0.22


def halftone(rng: np.random.Generator, side: int, colors: Pixels) -> Pixels:
    """Return a generated picture as dots."""
    subject = (waves, night_sky, botanical)[int(rng.integers(3))]
    return dotted(subject(rng, side, colors))


def dotted(picture: Pixels) -> Pixels:
    """Render a picture as dots of its own colours on pale paper."""
    side = len(picture)
    pitch = side / DOTS
    x, y = np.meshgrid(np.arange(side) + 0.5, np.arange(side) + 0.5)
    along = (x * math.cos(GRID_ANGLE) + y * math.sin(GRID_ANGLE)) / pitch
    across = (y * math.cos(GRID_ANGLE) - x * math.sin(GRID_ANGLE)) / pitch
    column, row = np.round(along), np.round(across)
    lab = to_oklab(_blurred(picture, pitch))
    wanted = _darkness(lab[..., 0])
    cover = np.zeros((side, side), np.float32)
    # A dot larger than its cell extends into the neighbouring cells.
    for step_along in (-1, 0, 1):
        for step_across in (-1, 0, 1):
            at_along, at_across = column + step_along, row + step_across
            away = np.hypot(along - at_along, across - at_across) * pitch
            centre_x = (at_along * math.cos(GRID_ANGLE) - at_across * math.sin(GRID_ANGLE)) * pitch
            centre_y = (at_along * math.sin(GRID_ANGLE) + at_across * math.cos(GRID_ANGLE)) * pitch
            dark = wanted[_inside(centre_y, side), _inside(centre_x, side)]
            radius = pitch * np.sqrt(dark / math.pi)
            cover = np.maximum(cover, smooth_step(-0.8, 0.8, radius - away))
    ink = lab.copy()
    ink[..., 0] = LIGHTEST_INK + (DARKEST_INK - LIGHTEST_INK) * wanted
    paper = np.concatenate(
        [
            np.full_like(lab[..., :1], PAPER),
            np.broadcast_to(lab[..., 1:].mean((0, 1)) * 0.25, lab[..., 1:].shape),
        ],
        axis=-1,
    )
    return from_oklab(paper * (1 - cover[..., None]) + ink * cover[..., None])


def _inside(places: Field, side: int) -> np.ndarray[tuple[int, ...], np.dtype[np.intp]]:
    return np.clip(places.astype(np.intp), 0, side - 1)


def _blurred(picture: Pixels, pitch: float) -> Pixels:
    """Return the picture without details smaller than a dot."""
    side = len(picture)
    few = max(2, round(side / pitch))
    small = Image.fromarray((np.clip(picture, 0, 1) * 255).astype(np.uint8)).resize(
        (few, few), Image.Resampling.BOX
    )
    return np.asarray(small.resize((side, side), Image.Resampling.BICUBIC), np.float32) / 255


def _darkness(lightness: Field) -> Field:
    """Return the ink coverage for each place: a little everywhere, nearly full where the picture is darkest."""
    low, high = np.percentile(lightness, (2, 98))
    dark = 1 - np.clip((lightness - low) / max(float(high - low), 1e-3), 0, 1)
    return np.asarray(0.04 + 0.86 * dark, np.float32)
