"""The styles of the built-in generator and the words in a prompt that select them."""

import hashlib
import re
from collections.abc import Callable

import numpy as np

from api.domains.content.ai_studio.art.color import Pixels, palette_of
from api.domains.content.ai_studio.art.halftone import halftone
from api.domains.content.ai_studio.art.landscapes import night_sky, waves
from api.domains.content.ai_studio.art.patterns import botanical, flow_field, mosaic, terrazzo
from api.domains.content.ai_studio.types import Style

Draw = Callable[[np.random.Generator, int, Pixels], Pixels]


GENERATORS: dict[Style, Draw] = {
    Style.WAVES: waves,
    Style.MOSAIC: mosaic,
    Style.FLOW: flow_field,
    Style.TERRAZZO: terrazzo,
    Style.NIGHT_SKY: night_sky,
    Style.BOTANICAL: botanical,
    Style.HALFTONE: halftone,
}
_WORDS: dict[Style, str] = {
    Style.WAVES: "wave waves sea ocean beach surf water river lake coast harbor harbour sun sunset sail",
    Style.MOSAIC: "mosaic glass church window tiles geometric crystal stained jewel kaleidoscope",
    Style.FLOW: "flow wind brush paint painting swirl abstract gogh silk hair smoke music dance",
    Style.TERRAZZO: "terrazzo stone marble floor modern minimal kitchen design confetti party cafe",
    Style.NIGHT_SKY: "night star stars moon space galaxy mountain mountains sky milky cosmos camping",
    Style.BOTANICAL: "leaf leaves flower flowers botanical garden plant forest jungle tea herb spring wedding",
    Style.HALFTONE: "halftone dots dotted print printed newspaper comic pop retro vintage poster screen",
}


def seed_of(prompt: str, seed: int) -> int:
    """Derive a number from a prompt and a seed."""
    hashed = f"{prompt.strip().lower()}\n{seed}".encode()
    return int.from_bytes(hashlib.sha256(hashed).digest()[:8])


def chosen_style(prompt: str, requested: Style, number: int) -> Style:
    """Return the requested style. For `auto`, return the one that the prompt mentions, then others in turn."""
    if requested is not Style.AUTO:
        return requested
    words = set(re.findall(r"[a-z]+", prompt.lower()))
    scores = {style: len(words & set(text.split())) for style, text in _WORDS.items()}
    first = seed_of(prompt, 0)
    ranked = sorted(GENERATORS, key=lambda style: (-scores[style], (first + hash_of(style)) % 97))
    return ranked[number % len(ranked)]


def hash_of(style: Style) -> int:
    """Return a number for the style that is the same in every process."""
    return int.from_bytes(hashlib.sha256(style.value.encode()).digest()[:4])


def draw_art(prompt: str, style: Style, seed: int, side: int) -> Pixels:
    """Generate the art. The same prompt, style and seed always give the same result."""
    rng = np.random.default_rng([seed_of(prompt, seed), hash_of(style)])
    return GENERATORS[style](rng, side, palette_of(prompt, rng))
