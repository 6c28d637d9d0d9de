"""Colours in Oklab, whose lightness matches what the eye perceives, and palettes for the colours named in a prompt."""

import colorsys
import re
from typing import Any

import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.floating[Any]]
"""An array of height x width x 3 with sRGB values from 0 to 1, or a list of such colours."""

_TO_LMS = np.array(
    [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
    ],
    np.float32,
)
_TO_LAB = np.array(
    [
        [0.2104542553, 0.7936177850, -0.0040720468],
        [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
    ],
    np.float32,
)
_FROM_LAB: NDArray[np.float32] = np.linalg.inv(_TO_LAB).astype(np.float32)
_FROM_LMS: NDArray[np.float32] = np.linalg.inv(_TO_LMS).astype(np.float32)

_STEPS = 4096
"""Number of shades of a palette in a whole picture: steps of at most an eighth of what 8 bits per channel can show."""

PALETTES: dict[str, tuple[str, ...]] = {
    "ocean": ("#f3f7ee", "#9bd8d0", "#3aa6b9", "#17648d", "#0b2f4f"),
    "sunset": ("#fff1d6", "#ffc06e", "#f4795b", "#b53a6b", "#42194f"),
    "forest": ("#f4f1dc", "#b9cf8d", "#6a9e5c", "#2f6b4a", "#12352e"),
    "coffee": ("#fbf3e6", "#e6c79c", "#bf8a5a", "#7c4f32", "#35211a"),
    "candy": ("#fff3f8", "#ffb7d2", "#ff7aa8", "#8f6bd9", "#3c2a77"),
    "night": ("#f7f0d8", "#f2b880", "#7c6bb0", "#34377f", "#10122f"),
    "rose": ("#fff5f2", "#f6c5bd", "#e58b8b", "#a94a63", "#4b1935"),
    "gold": ("#fffaea", "#f2d590", "#d6a441", "#8d6420", "#3b2a12"),
    "autumn": ("#fdf3dc", "#f0b656", "#d9722f", "#94391f", "#3d1a16"),
    "ice": ("#fbfdff", "#cfe6f4", "#8bbfe0", "#4a7fb5", "#1b3563"),
    "berry": ("#fff4fb", "#e9b3dd", "#b765b6", "#6b2f86", "#2c1248"),
    "citrus": ("#fffde6", "#f6e26b", "#a9c93f", "#4f9a4a", "#1e4f37"),
    "desert": ("#fff6e8", "#f2cfa2", "#dd9a6a", "#a85f4a", "#4a2a2c"),
    "ink": ("#faf9f6", "#d2d3d6", "#8f949f", "#4a5162", "#171b26"),
    "tropical": ("#fffbe8", "#ffd166", "#ef6f6c", "#1a9e8f", "#0b3c49"),
}
_WORDS: dict[str, str] = {
    "ocean": "sea water wave waves beach harbor harbour fish boat sail coast marine surf aqua teal blue",
    "sunset": "sun dusk evening dawn sunrise warm summer fire flame orange lava",
    "forest": "tree trees wood woods leaf leaves jungle garden plant plants herb moss green nature park",
    "coffee": "coffee cafe espresso latte chocolate cocoa bread bakery brown wood tea cake",
    "candy": "candy sweet sweets party birthday bubble gum unicorn kids fun pop pink",
    "night": "night star stars moon space galaxy sky midnight dream cosmos planet universe",
    "rose": "rose roses love wedding heart romance valentine blush flower flowers blossom peony",
    "gold": "gold golden luxury royal honey whisky jewel crown brass",
    "autumn": "autumn fall harvest pumpkin october maple fox",
    "ice": "ice snow winter frost cold glacier arctic polar crystal christmas",
    "berry": "berry wine grape violet purple lavender plum magic",
    "citrus": "lemon lime citrus fresh spring apple salad yellow",
    "desert": "desert sand dune clay terracotta canyon adobe",
    "ink": "ink black white mono monochrome grey gray minimal paper book books newspaper noir",
    "tropical": "tropical mango carnival fiesta parrot island holiday hawaii colourful colorful",
}


def palette_of(prompt: str, rng: np.random.Generator) -> Pixels:
    """Return five colours from light to dark: those that the prompt mentions, shifted a little each time."""
    words = set(re.findall(r"[a-z]+", prompt.lower()))
    scores = {name: len(words & ({name} | set(text.split()))) for name, text in _WORDS.items()}
    best = max(scores.values())
    names = [name for name, score in scores.items() if score == best]
    chosen = str(rng.choice(names if best else list(PALETTES)))
    shift = float(rng.uniform(-0.025, 0.025))
    return np.array([_shifted(color, shift) for color in PALETTES[chosen]], np.float32)


def _shifted(color: str, shift: float) -> tuple[float, float, float]:
    red, green, blue = (int(color[start : start + 2], 16) / 255 for start in (1, 3, 5))
    hue, lightness, saturation = colorsys.rgb_to_hls(red, green, blue)
    return colorsys.hls_to_rgb((hue + shift) % 1, lightness, saturation)


def to_oklab(pixels: Any) -> Pixels:
    """Convert sRGB to Oklab."""
    srgb = np.asarray(pixels, np.float32)
    linear = np.where(srgb <= 0.04045, srgb / 12.92, ((srgb + 0.055) / 1.055) ** 2.4)
    return np.asarray(np.cbrt(linear @ _TO_LMS.T) @ _TO_LAB.T, np.float32)


def from_oklab(lab: Any) -> Pixels:
    """Convert Oklab to sRGB, and clip colours outside its gamut."""
    linear = np.clip(((np.asarray(lab, np.float32) @ _FROM_LAB.T) ** 3) @ _FROM_LMS.T, 0, 1)
    srgb = np.where(linear <= 0.0031308, linear * 12.92, 1.055 * linear ** (1 / 2.4) - 0.055)
    return np.asarray(np.clip(srgb, 0, 1), np.float32)


def blend(colors: Pixels, values: Any) -> Pixels:
    """Interpolate between the colours of a palette, by values from 0 (first) to 1 (last)."""
    flat = np.clip(np.asarray(values, np.float32), 0, 1)
    if flat.size <= _STEPS:
        return _mixed(colors, flat)
    table = _mixed(colors, np.linspace(0, 1, _STEPS + 1))
    return np.asarray(table[(flat * _STEPS + 0.5).astype(np.int32)])


def _mixed(colors: Pixels, values: Any) -> Pixels:
    lab = to_oklab(colors)
    places = np.linspace(0, 1, len(lab))
    return from_oklab(
        np.stack([np.interp(values, places, lab[:, part]) for part in range(3)], axis=-1)
    )


def as_bytes(color: Any) -> tuple[int, int, int]:
    """Return a colour in the form that Pillow accepts."""
    red, green, blue = (round(float(part) * 255) for part in color)
    return red, green, blue
