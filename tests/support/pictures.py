"""Realistic picture files, generated on the spot."""

from io import BytesIO
from typing import Any

import numpy as np
from PIL import Image


def picture(
    form: str = "PNG",
    size: tuple[int, int] = (900, 600),
    mode: str = "RGB",
    color: Any = None,
    **options: Any,
) -> bytes:
    """Return a picture file of one color with a darker corner, so that a rotation is visible."""
    image = Image.new(mode, size, color or ((200, 120, 40) if mode == "RGB" else None) or 0)
    image.paste((10, 10, 10) if mode == "RGB" else 0, (0, 0, size[0] // 4, size[1] // 4))
    out = BytesIO()
    image.save(out, form, **options)
    return out.getvalue()


def photograph(width: int, height: int, seed: int = 1) -> bytes:
    """Return a JPEG that is as hard to compress as a photograph: noise with details as faint as in nature."""
    random = np.random.default_rng(seed)
    shape = (height, width // 2 + 1)
    down, across = np.fft.fftfreq(height)[:, None], np.fft.rfftfreq(width)[None]
    fading = np.hypot(down, across).clip(1 / max(width, height)) ** 1.22
    base = random.standard_normal(shape) + 1j * random.standard_normal(shape)
    colours = []
    for _ in range(3):
        tint = random.standard_normal(shape) + 1j * random.standard_normal(shape)
        plane = np.fft.irfft2((base + 0.3 * tint) / fading, s=(height, width))
        colours.append((128 + 50 * (plane - plane.mean()) / plane.std()).clip(0, 255))
    out = BytesIO()
    Image.fromarray(np.stack(colours, -1).astype("uint8")).save(out, "JPEG", quality=92)
    return out.getvalue()
