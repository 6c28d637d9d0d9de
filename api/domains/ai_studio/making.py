"""Makes one picture: art, code laid in, and the gate that lets only readable ones through."""

from dataclasses import dataclass
from io import BytesIO

import numpy as np
from PIL import Image, ImageEnhance, ImageOps

from api.domains.ai_studio.art.color import Pixels, palette_of, to_oklab
from api.domains.ai_studio.art.styles import Style, draw_art, seed_of
from api.domains.ai_studio.composing import GRIPS, Symbol, compose
from api.domains.media.reading import Reading, read_under_all


@dataclass(frozen=True, slots=True)
class Made:
    """A picture that can be read."""

    picture: Image.Image
    grip: int
    """How firm the code had to hold it: 0 is the freest."""
    readings: tuple[Reading, ...]


def built_in_art(prompt: str, style: Style, seed: int, side: int) -> tuple[Pixels, Pixels]:
    """Drawn art and the darkest colour of its palette."""
    art = draw_art(prompt, style, seed, side)
    return art, _ink_of(art)


def photo_art(data: bytes, side: int) -> tuple[Pixels, Pixels]:
    """A picture as art: its middle square, a little livelier, and its darkest colour."""
    with Image.open(BytesIO(data), formats=["PNG", "JPEG", "WEBP"]) as source:
        square = ImageOps.fit(source.convert("RGB"), (side, side), Image.Resampling.LANCZOS)
    lively = ImageEnhance.Color(ImageOps.autocontrast(square, cutoff=1)).enhance(1.2)
    art = np.asarray(lively, np.float32) / 255
    return art, _ink_of(art)


def make(art: Pixels, ink: Pixels, symbol: Symbol, content: str) -> Made | None:
    """The freest picture that passes the gate; None when even the firmest does not."""
    for number, grip in enumerate(GRIPS):
        picture = compose(art, symbol, grip, ink)
        readings = read_under_all(picture.convert("L"), content, symbol.modules)
        if passes(readings):
            return Made(picture, number, readings)
    return None


def passes(readings: tuple[Reading, ...]) -> bool:
    """One reader under all circumstances (small, blurred, turned, a poor photo), the other clean."""
    return all(reading.zxing for reading in readings) and readings[0].zbar


def seeds(seed: int | None, prompt: str, job_id: str, count: int) -> list[int]:
    """A seed for each picture; without a wanted one they differ from job to job."""
    first = seed if seed is not None else seed_of(f"{prompt}\n{job_id}", 0) % 1_000_000
    return [first + number for number in range(count)]


def _ink_of(art: Pixels) -> Pixels:
    """The colour of what is dark in a picture, else one that suits it."""
    small = art[::8, ::8].reshape(-1, 3)
    lab = to_oklab(small)
    chroma = np.hypot(lab[:, 1], lab[:, 2])
    weight = np.clip(0.75 - lab[:, 0], 0.01, 1) * (0.02 + chroma)
    ink = (small * weight[:, None]).sum(0) / weight.sum()
    if float(np.hypot(*to_oklab(ink)[1:])) < 0.02:
        ink = palette_of("ink", np.random.default_rng(0))[3]
    return np.asarray(ink, np.float32)
