"""Makes one picture: art, code laid in, and the gate that lets only readable ones through."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO

import numpy as np
from PIL import Image, ImageEnhance, ImageOps

from api.domains.content.ai_studio.art.color import Pixels, palette_of, to_oklab
from api.domains.content.ai_studio.art.halftone import dotted
from api.domains.content.ai_studio.art.styles import draw_art, seed_of
from api.domains.content.ai_studio.composition import (
    GRIPS,
    LAYOUTS,
    PIXELS,
    Grip,
    Layout,
    Symbol,
    compose,
    symbol_of,
)
from api.domains.content.ai_studio.types import Style
from api.domains.content.media_library.pictures import EncodedPicture, encode
from api.rendering.qr.artwork import LEAST_MODULE_MM
from api.rendering.qr.decoding import (
    CIRCUMSTANCES,
    Reading,
    read_under,
    zbar_reads,
    zxing_reads,
)
from api.rendering.qr.drawing import fit
from api.rendering.qr.types import DEFAULT_SIDE, PictureFormat

PROVIDER_PICTURE = -1
"""In the place of a grip: nothing had to be laid in."""
SIZES = (640,)
"""Widths that are kept beside the whole picture."""
FIRST_ATTEMPTS = 3
"""Grips that leave most of the art; the firmer ones come after larger modules were tried."""


@dataclass(frozen=True, slots=True)
class StudioPicture:
    """A picture that can be read."""

    picture: Image.Image
    encoded: EncodedPicture
    """The very files that were read."""
    grip: int
    """How firm the code had to hold it: 0 is the freest."""
    layout: Layout
    readings: tuple[Reading, ...]


def built_in_art(prompt: str, style: Style, seed: int, side: int) -> tuple[Pixels, Pixels]:
    """Generated art and the darkest colour of its palette."""
    art = draw_art(prompt, style, seed, side)
    return art, _ink_of(art)


def photo_art(data: bytes, side: int) -> tuple[Pixels, Pixels]:
    """A picture as art: its middle square, a little livelier, and its darkest colour."""
    with Image.open(BytesIO(data), formats=["PNG", "JPEG", "WEBP"]) as source:
        square = ImageOps.fit(source.convert("RGB"), (side, side), Image.Resampling.LANCZOS)
    lively = ImageEnhance.Color(ImageOps.autocontrast(square, cutoff=1)).enhance(1.2)
    art = np.asarray(lively, np.float32) / 255
    return art, _ink_of(art)


def halftone_art(data: bytes, side: int) -> tuple[Pixels, Pixels]:
    """A picture as a printer's dots, and its darkest colour."""
    art, ink = photo_art(data, side)
    return dotted(art), ink


def make(art: Pixels, ink: Pixels, content: str) -> StudioPicture | None:
    """The freest picture that passes the gate; None when even the firmest does not."""
    for layout, number, grip in attempts(content):
        symbol = symbol_of(content, layout)
        picture = compose(fitted(art, symbol.side), symbol, grip, ink)
        made = _passed(picture, content, symbol, number, layout)
        if made is not None:
            return made
    return None


def as_painted(data: bytes, content: str) -> StudioPicture | None:
    """The unchanged picture of a model that drew the code itself, if it passes the gate."""
    symbol = symbol_of(content)
    with Image.open(BytesIO(data)) as source:
        picture = source.convert("RGB")
    return _passed(picture, content, symbol, PROVIDER_PICTURE, LAYOUTS[0])


def _passed(
    picture: Image.Image, content: str, symbol: Symbol, grip: int, layout: Layout
) -> StudioPicture | None:
    """The picture as files; None when it does not pass the gate, or one of the files is not read."""
    readings = gate(picture, content, symbol)
    if not passes(readings):
        return None
    encoded = encode(picture, SIZES, lossless=True)
    if not all(is_read(data, content) for data in delivered(encoded)):
        return None
    return StudioPicture(picture, encoded, grip, layout, readings)


def delivered(encoded: EncodedPicture) -> Iterator[bytes]:
    """What goes out: each file that is kept, and the PNG of the size that codes have at first."""
    yield from (it.data for it in encoded.files)
    yield fit(encoded.files[-1].data, DEFAULT_SIDE, DEFAULT_SIDE, PictureFormat.PNG)


def is_read(file: bytes, content: str) -> bool:
    """Whether both readers find the content in a file as it is."""
    with Image.open(BytesIO(file)) as opened:
        seen = opened.convert("L")
    return zxing_reads(seen, content) and zbar_reads(seen, content)


def attempts(content: str) -> Iterator[tuple[Layout, int, Grip]]:
    """Layouts and grips, from those that leave most of the art to those that leave least."""
    modules = [symbol_of(content, layout).modules for layout in LAYOUTS]
    layouts = [
        layout
        for place, layout in enumerate(LAYOUTS)
        if modules[place] < min(modules[:place], default=10**6)
    ]
    numbered = list(enumerate(GRIPS))
    for part in (numbered[:FIRST_ATTEMPTS], numbered[FIRST_ATTEMPTS:]):
        for layout in layouts:
            for number, grip in part:
                yield layout, number, grip


def gate(picture: Image.Image, content: str, symbol: Symbol) -> tuple[Reading, ...]:
    """What both readers find as it is, 200 pixels wide, blurred, turned, as a poor photo; the last reading is the first
    that fails.
    """
    grey = picture.convert("L")
    readings: list[Reading] = []
    for circumstance in CIRCUMSTANCES:
        readings += read_under(grey, content, symbol.modules, [circumstance])
        if not passes(readings):
            break
    return tuple(readings)


def least_width_mm(content: str, grip: int, width: int) -> float:
    """How wide a picture must at least be printed so that its modules stay large enough.

    Args:
        content: what its code holds.
        grip: how it was made, as in `StudioPicture`.
        width: its pixels across.
    """
    painted = grip == PROVIDER_PICTURE
    modules = symbol_of(content).modules if painted else width / PIXELS
    return round(modules * LEAST_MODULE_MM, 1)


def fitted(art: Pixels, side: int) -> Pixels:
    """The art in the size that a layout needs."""
    if len(art) == side:
        return art
    picture = Image.fromarray((art * 255 + 0.5).astype(np.uint8))
    resized = picture.resize((side, side), Image.Resampling.LANCZOS)
    return np.asarray(resized, np.float32) / 255


def passes(readings: Sequence[Reading]) -> bool:
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
