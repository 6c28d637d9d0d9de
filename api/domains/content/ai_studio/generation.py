"""Creates one picture: generates art, embeds the code, and accepts the result only if it is readable."""

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
"""Used in place of a grip when the provider drew the code itself."""
SIZES = (640,)
"""Widths that are stored in addition to the whole picture."""
FIRST_ATTEMPTS = 3
"""Number of grips that preserve most of the art. Firmer ones are tried after larger modules."""


@dataclass(frozen=True, slots=True)
class StudioPicture:
    """A picture whose code can be read."""

    picture: Image.Image
    encoded: EncodedPicture
    """The exact files that were read."""
    grip: int
    """Index of the grip that the code needed: 0 is the freest."""
    layout: Layout
    readings: tuple[Reading, ...]


def built_in_art(prompt: str, style: Style, seed: int, side: int) -> tuple[Pixels, Pixels]:
    """Return generated art and the darkest colour of its palette."""
    art = draw_art(prompt, style, seed, side)
    return art, _ink_of(art)


def photo_art(data: bytes, side: int) -> tuple[Pixels, Pixels]:
    """Turn a picture into art, and return it with its darkest colour. The art is the middle square, slightly more
    vivid.
    """
    with Image.open(BytesIO(data), formats=["PNG", "JPEG", "WEBP"]) as source:
        square = ImageOps.fit(source.convert("RGB"), (side, side), Image.Resampling.LANCZOS)
    lively = ImageEnhance.Color(ImageOps.autocontrast(square, cutoff=1)).enhance(1.2)
    art = np.asarray(lively, np.float32) / 255
    return art, _ink_of(art)


def halftone_art(data: bytes, side: int) -> tuple[Pixels, Pixels]:
    """Return a picture as a printer's dots, and its darkest colour."""
    art, ink = photo_art(data, side)
    return dotted(art), ink


def make(art: Pixels, ink: Pixels, content: str) -> StudioPicture | None:
    """Return the freest picture that passes the gate, or None if even the firmest does not."""
    for layout, number, grip in attempts(content):
        symbol = symbol_of(content, layout)
        picture = compose(fitted(art, symbol.side), symbol, grip, ink)
        made = _passed(picture, content, symbol, number, layout)
        if made is not None:
            return made
    return None


def as_painted(data: bytes, content: str) -> StudioPicture | None:
    """Return the unchanged picture of a model that drew the code itself, if it passes the gate."""
    symbol = symbol_of(content)
    with Image.open(BytesIO(data)) as source:
        picture = source.convert("RGB")
    return _passed(picture, content, symbol, PROVIDER_PICTURE, LAYOUTS[0])


def _passed(
    picture: Image.Image, content: str, symbol: Symbol, grip: int, layout: Layout
) -> StudioPicture | None:
    """Return the picture with its files, or None if it does not pass the gate or one of the files is not readable."""
    readings = gate(picture, content, symbol)
    if not passes(readings):
        return None
    encoded = encode(picture, SIZES, lossless=True)
    if not all(is_read(data, content) for data in delivered(encoded)):
        return None
    return StudioPicture(picture, encoded, grip, layout, readings)


def delivered(encoded: EncodedPicture) -> Iterator[bytes]:
    """Yield the files that are delivered: each stored file, and the PNG in the default size of codes."""
    yield from (it.data for it in encoded.files)
    yield fit(encoded.files[-1].data, DEFAULT_SIDE, DEFAULT_SIDE, PictureFormat.PNG)


def is_read(file: bytes, content: str) -> bool:
    """Return whether both readers find the content in an unmodified file."""
    with Image.open(BytesIO(file)) as opened:
        seen = opened.convert("L")
    return zxing_reads(seen, content) and zbar_reads(seen, content)


def attempts(content: str) -> Iterator[tuple[Layout, int, Grip]]:
    """Yield layouts and grips, from those that preserve most of the art to those that preserve least."""
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
    """Return what both readers find in the picture as it is, 200 pixels wide, blurred, rotated and as a poor photo. The
    last reading is the first one that fails.
    """
    grey = picture.convert("L")
    readings: list[Reading] = []
    for circumstance in CIRCUMSTANCES:
        readings += read_under(grey, content, symbol.modules, [circumstance])
        if not passes(readings):
            break
    return tuple(readings)


def least_width_mm(content: str, grip: int, width: int) -> float:
    """Return the minimum printed width of a picture in millimetres at which its modules stay large enough.

    Args:
        content: the content of its code.
        grip: the grip used, as in `StudioPicture`.
        width: its width in pixels.
    """
    painted = grip == PROVIDER_PICTURE
    modules = symbol_of(content).modules if painted else width / PIXELS
    return round(modules * LEAST_MODULE_MM, 1)


def fitted(art: Pixels, side: int) -> Pixels:
    """Resize the art for a layout."""
    if len(art) == side:
        return art
    picture = Image.fromarray((art * 255 + 0.5).astype(np.uint8))
    resized = picture.resize((side, side), Image.Resampling.LANCZOS)
    return np.asarray(resized, np.float32) / 255


def passes(readings: Sequence[Reading]) -> bool:
    """Return whether one reader succeeded under all conditions (small, blurred, rotated, a poor photo) and the other on
    the clean picture.
    """
    return all(reading.zxing for reading in readings) and readings[0].zbar


def seeds(seed: int | None, prompt: str, job_id: str, count: int) -> list[int]:
    """Return a seed for each picture. If none is requested, seeds differ from job to job."""
    first = seed if seed is not None else seed_of(f"{prompt}\n{job_id}", 0) % 1_000_000
    return [first + number for number in range(count)]


def _ink_of(art: Pixels) -> Pixels:
    """Return the colour of the dark parts of a picture, or a matching colour if it has none."""
    small = art[::8, ::8].reshape(-1, 3)
    lab = to_oklab(small)
    chroma = np.hypot(lab[:, 1], lab[:, 2])
    weight = np.clip(0.75 - lab[:, 0], 0.01, 1) * (0.02 + chroma)
    ink = (small * weight[:, None]).sum(0) / weight.sum()
    if float(np.hypot(*to_oklab(ink)[1:])) < 0.02:
        ink = palette_of("ink", np.random.default_rng(0))[3]
    return np.asarray(ink, np.float32)
