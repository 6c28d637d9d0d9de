"""Checks whether a picture of a code can be read, with two readers under three conditions and with rules for print.

`python -m benchmarks legibility` compares the result with simulated photographs of prints. With these conditions, this
resolution and this limit, hardly any picture that fails is reported as readable.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from api.rendering.qr.decoding import (
    PLAIN,
    Reading,
    on_paper,
    read_under,
    zbar_reads,
    zxing_reads,
)
from api.rendering.qr.drawing import draw, looked_at
from api.rendering.qr.render.composition import compose
from api.rendering.qr.rules import (
    LEAST_QUIET_ZONE,
    eyes_with,
    least_width_mm,
    patched,
    plainest,
    rule_warnings,
)
from api.rendering.qr.types import Design, PictureFormat
from api.rendering.qr.warnings import Patch, PictureWarning

PIXELS_A_MODULE = 6
PIXELS_ACROSS = 1000
"""Large codes are checked with fewer pixels per module, so that a check takes a fraction of a second. A picture that no
reader finds is checked again with twice as many.
"""
LEAST_PIXELS_A_MODULE = 4
MOST_PIXELS_READ = 2000
"""Pixels across. A larger file is read at a half of its size, a third, and so on."""
READINGS = (PLAIN, "blurred", "turned")
LEAST_READINGS_LOST = 2
"""Out of six readings. A single reader that misses a picture under one condition causes no warning, unless it misses
the unmodified picture.
"""

_NAMES = {PLAIN: "as it is", "blurred": "out of focus", "turned": "at an angle"}


@dataclass(frozen=True, slots=True)
class Legibility:
    """The findings. `decodes` is the fact, and `warnings` describe what may fail on paper."""

    decodes: bool
    warnings: tuple[PictureWarning, ...]
    readings: tuple[Reading, ...]
    least_width_mm: float


def check(
    content: str,
    design: Design,
    width_mm: float | None = None,
    distance_m: float | None = None,
    png: bytes | None = None,
) -> Legibility:
    """Render the picture, read it under all conditions, and compare the design with what readers need.

    Args:
        content: the content of the code.
        design: its design.
        width_mm: the printed width, including everything around the code.
        distance_m: the distance from which it must be readable.
        png: the file that is delivered. `decodes` then describes this file at this size.
    """
    rules = tuple(rule_warnings(content, design, width_mm, distance_m))
    drawn = _readings(content, design)
    readings = drawn if png is None else (_read_file(png, content), *drawn[1:])
    warnings = [
        *_reading_warnings(content, design, drawn, rules),
        *_pixel_warnings(content, design, drawn[0], readings[0]),
        *rules,
    ]
    return Legibility(
        decodes(readings[0]),
        tuple(warnings),
        readings,
        least_width_mm(content, design, distance_m),
    )


def check_delivered(
    content: str,
    design: Design,
    width: int,
    height: int,
    width_mm: float | None = None,
    distance_m: float | None = None,
) -> Legibility:
    """Check the PNG with this number of pixels as it is delivered. Raises PictureTooSmall."""
    file = draw(content, design, width, height, PictureFormat.PNG)
    return check(content, design, width_mm, distance_m, file)


def all_decode(pictures: Sequence[tuple[str, Design]]) -> list[bool]:
    """Return for each content and design whether a reader finds the content in the unmodified picture."""
    return [decodes(_readings(content, design)[0]) for content, design in pictures]


@lru_cache(maxsize=256)
def _readings(content: str, design: Design) -> tuple[Reading, ...]:
    drawing = compose(content, design)
    pixels = max(LEAST_PIXELS_A_MODULE, min(PIXELS_A_MODULE, round(PIXELS_ACROSS / drawing.width)))
    readings = read_under(looked_at(drawing, pixels), content, drawing.width, READINGS)
    if decodes(readings[0]):
        return readings
    closer = read_under(looked_at(drawing, 2 * pixels), content, drawing.width, (PLAIN,))
    return (*closer, *readings[1:])


def _read_file(png: bytes, content: str) -> Reading:
    picture = on_paper(png)
    picture = picture.reduce(1 + max(picture.size) // MOST_PIXELS_READ)
    return Reading(PLAIN, zxing_reads(picture, content), zbar_reads(picture, content))


def decodes(reading: Reading) -> bool:
    """Return whether one of the readers found it."""
    return reading.zxing or reading.zbar


def reads_badly(readings: tuple[Reading, ...]) -> bool:
    """Return whether so many readings failed that people will have to try twice. The first reading is of the unmodified
    picture.
    """
    lost = [(not reading.zxing) + (not reading.zbar) for reading in readings]
    return lost[0] > 0 or max(lost) == 2 or sum(lost) >= LEAST_READINGS_LOST


def missed(readings: tuple[Reading, ...]) -> str:
    """Return which reader misses the picture, and under which condition."""
    nowhere = [_NAMES[it.circumstance] for it in readings if not (it.zxing or it.zbar)]
    one = [_NAMES[it.circumstance] for it in readings if it.zxing != it.zbar]
    sentences = []
    if nowhere:
        sentences.append(f"No scanner can read it {_listed(nowhere)}")
    if one:
        who = (
            "one of two scanners cannot read it"
            if nowhere
            else "One of two scanners cannot read it"
        )
        sentences.append(f"{who} {_listed(one)}")
    return f"{'; '.join(sentences)}."


def _listed(words: list[str]) -> str:
    *rest, last = words
    return f"{', '.join(rest)} and {last}" if rest else last


def _reading_warnings(
    content: str,
    design: Design,
    readings: tuple[Reading, ...],
    rules: Sequence[PictureWarning],
) -> Iterator[PictureWarning]:
    if not decodes(readings[0]):
        mild = _first_that_helps(content, design, rules)
        yield PictureWarning(
            "unreadable",
            "high",
            "No scanner could read this picture. People will not be able to scan it.",
            mild or plainest(design),
            "Make it readable" if mild else "Make it plain black on white",
        )
    elif reads_badly(readings):
        fix = _first_that_helps(content, design, rules)
        yield PictureWarning(
            "reads_badly",
            "medium",
            missed(readings),
            fix,
            "Make it easier to read" if fix else None,
        )


def _pixel_warnings(
    content: str, design: Design, drawn: Reading, delivered: Reading
) -> Iterator[PictureWarning]:
    """Yield warnings about a file that readers miss only because it has too few pixels."""
    lost = drawn.zxing > delivered.zxing, drawn.zbar > delivered.zbar
    if not any(lost):
        return
    who = "One of two scanners cannot" if decodes(delivered) else "No scanner can"
    wanted = math.ceil(compose(content, design).width * LEAST_PIXELS_A_MODULE / 10) * 10
    yield PictureWarning(
        "too_few_pixels",
        "medium" if decodes(delivered) else "high",
        f"{who} read the code in a file of this size. Make it at least {wanted} pixels wide.",
    )


def _first_that_helps(
    content: str, design: Design, rules: Sequence[PictureWarning]
) -> Patch | None:
    """Return the mildest change with which the readers find the code. Changes are tried one after another."""
    fixes = {warning.code: warning.fix for warning in rules}
    square_eyes: Patch = {
        "eye_frame": "square",
        "eye_ball": "square",
        **eyes_with(design, frame=None, ball=None),
    }
    candidates: list[Patch] = [
        patch for code in ("inverted", "low_contrast") if (patch := fixes.get(code))
    ]
    if design.logo is not None:
        smaller = {"size": min(design.logo.size, 0.15), "excavate": True}
        candidates.append({"error_correction": "H", "logo": smaller})
    if design.quiet_zone < LEAST_QUIET_ZONE:
        candidates.append({"quiet_zone": LEAST_QUIET_ZONE})
    candidates += [
        square_eyes,
        {"modules": "square"},
        {"modules": "square", **square_eyes},
        plainest(design),
        {**plainest(design), "frame": None},
    ]
    for patch in candidates:
        mended = _readings(content, patched(design, patch))
        if not reads_badly(mended):
            return patch
    return None
