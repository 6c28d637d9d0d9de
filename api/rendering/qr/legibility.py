"""Whether a picture of a code can be read: two readers under five conditions, and rules for print."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from api.rendering.qr.decoding import Reading, on_paper, read_under_all
from api.rendering.qr.drawing import write
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

PIXELS_A_MODULE = 10
PIXELS_ACROSS = 1000
"""Large codes are looked at with fewer pixels a module, so that a check stays a fraction of a second."""
LEAST_READINGS_LOST = 3
"""Of ten: one reader that stumbles over a turned picture is the reader's business. Both readers, or one
that misses the picture as it is, are worth a word at once."""

_NAMES = {
    "plain": "as it is",
    "small": "small on a screen",
    "blurred": "out of focus",
    "turned": "held askew",
    "photographed": "in a poor photo",
}


@dataclass(frozen=True, slots=True)
class Legibility:
    """What was found. `decodes` is the fact; `warnings` tell what may fail on paper."""

    decodes: bool
    warnings: tuple[PictureWarning, ...]
    readings: tuple[Reading, ...]
    least_width_mm: float


def check(
    content: str,
    design: Design,
    width_mm: float | None = None,
    distance_m: float | None = None,
) -> Legibility:
    """Draw, read it back in all circumstances, and hold the design against what readers need."""
    readings = _readings(content, design)
    decodes = readings[0].zxing or readings[0].zbar
    warnings = [
        *_reading_warnings(content, design, readings),
        *rule_warnings(content, design, width_mm, distance_m),
    ]
    return Legibility(
        decodes, tuple(warnings), readings, least_width_mm(content, design, distance_m)
    )


def all_decode(pictures: Sequence[tuple[str, Design]]) -> list[bool]:
    """Of each content in its design, whether a reader finds it in the picture as it is."""
    return [
        readings[0].zxing or readings[0].zbar
        for readings in (_readings(content, design) for content, design in pictures)
    ]


@lru_cache(maxsize=256)
def _readings(content: str, design: Design) -> tuple[Reading, ...]:
    drawing = compose(content, design)
    pixels = max(4, min(PIXELS_A_MODULE, round(PIXELS_ACROSS / drawing.width)))
    width, height = (round(side * pixels) for side in (drawing.width, drawing.height))
    picture = on_paper(write(drawing, width, height, PictureFormat.PNG))
    return read_under_all(picture, content, drawing.width)


def _reads_badly(readings: tuple[Reading, ...]) -> bool:
    lost = [(not reading.zxing) + (not reading.zbar) for reading in readings]
    return lost[0] > 0 or max(lost) == 2 or sum(lost) >= LEAST_READINGS_LOST


def _missed(readings: tuple[Reading, ...]) -> str:
    """Who misses the picture, and where."""
    nowhere = [_NAMES[it.circumstance] for it in readings if not (it.zxing or it.zbar)]
    one = [_NAMES[it.circumstance] for it in readings if it.zxing != it.zbar]
    sentences = []
    if nowhere:
        sentences.append(f"No reader finds it {_listed(nowhere)}")
    if one:
        who = "one of two readers misses it" if nowhere else "One of two readers misses it"
        sentences.append(f"{who} {_listed(one)}")
    return f"{'; '.join(sentences)}."


def _listed(words: list[str]) -> str:
    *rest, last = words
    return f"{', '.join(rest)} and {last}" if rest else last


def _reading_warnings(
    content: str, design: Design, readings: tuple[Reading, ...]
) -> Iterator[PictureWarning]:
    plain = readings[0]
    if not plain.zxing and not plain.zbar:
        mild = _first_that_helps(content, design)
        yield PictureWarning(
            "unreadable",
            "high",
            "No reader could decode this picture. People will not be able to scan it.",
            mild or plainest(design),
            "Make it readable" if mild else "Make it plain black on white",
        )
    elif _reads_badly(readings):
        fix = _first_that_helps(content, design)
        yield PictureWarning(
            "reads_badly",
            "medium",
            _missed(readings),
            fix,
            "Make it easier to read" if fix else None,
        )


def _first_that_helps(content: str, design: Design) -> Patch | None:
    """The mildest change with which the readers find the code, tried one after another."""
    colors = next(
        (it.fix for it in rule_warnings(content, design, None, None) if it.code == "low_contrast"),
        None,
    )
    swap = next(
        (it.fix for it in rule_warnings(content, design, None, None) if it.code == "inverted"), None
    )
    square_eyes: Patch = {
        "eye_frame": "square",
        "eye_ball": "square",
        **eyes_with(design, frame=None, ball=None),
    }
    candidates: list[Patch] = [patch for patch in (swap, colors) if patch]
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
        if not _reads_badly(mended):
            return patch
    return None
