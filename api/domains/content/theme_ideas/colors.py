"""Selects the colours that represent a brand."""

from collections.abc import Mapping
from io import BytesIO

from PIL import Image

from api.domains.content.media_library.pictures import decode
from api.kit.errors import ApiError

MOST = 4
_NEAR = 60
"""Colours count as the same if the sum of their channels' differences is below this."""
_LEAST_CHROMA = 0.16
_LEAST_SCORE = 0.1
"""Minimum score as a share of the strongest colour's. The blurred edge of a logo is not a colour of its own."""
_SIDE = 160
_OPAQUE = 128


def channels(color: str) -> tuple[int, int, int]:
    """Return red, green and blue of `#rrggbb`, each from 0 to 255."""
    return int(color[1:3], 16), int(color[3:5], 16), int(color[5:7], 16)


def chroma(color: str) -> float:
    """Return how far a colour is from grey, from 0 to 1."""
    found = channels(color)
    return (max(found) - min(found)) / 255


def main_colors(weights: Mapping[str, float]) -> list[str]:
    """Return the colours that represent a brand, strongest first: at most four, none of them grey and no two alike.

    A small mark in a strong colour represents a brand better than a large pale background.
    """
    scores = {
        color: weight * (0.2 + chroma(color))
        for color, weight in weights.items()
        if chroma(color) >= _LEAST_CHROMA
    }
    least = max(scores.values(), default=0) * _LEAST_SCORE
    kept: list[str] = []
    for color in sorted(scores, key=lambda it: (-scores[it], it)):
        if scores[color] < least:
            break
        if len(kept) < MOST and all(_distance(color, it) >= _NEAR for it in kept):
            kept.append(color)
    return kept


def _distance(one: str, other: str) -> int:
    return sum(abs(a - b) for a, b in zip(channels(one), channels(other), strict=True))


def colors_of_picture(data: bytes) -> dict[str, float]:
    """Return the colours of a picture with the share of its opaque area that they cover. Raises an error that names the
    problem.
    """
    picture = decode(data, _SIDE).convert("RGBA")
    opaque = [pixel for pixel in _pixels(picture) if pixel[3] >= _OPAQUE]
    if not opaque:
        return {}
    flat = Image.new("RGB", (len(opaque), 1))
    flat.putdata([pixel[:3] for pixel in opaque])
    few = flat.quantize(12, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    palette = few.getpalette() or []
    found: dict[str, float] = {}
    for index, count in enumerate(few.histogram()):
        if count:
            red, green, blue = palette[3 * index : 3 * index + 3]
            color = f"#{red:02x}{green:02x}{blue:02x}"
            found[color] = found.get(color, 0) + count / len(opaque)
    return found


def _pixels(picture: Image.Image) -> list[tuple[int, ...]]:
    raw = picture.tobytes()
    return [tuple(raw[start : start + 4]) for start in range(0, len(raw), 4)]


def colors_of_icon(data: bytes) -> dict[str, float]:
    """Return the colours of a website's icon, which may be a Windows icon, or none if it cannot be read."""
    if data[:4] == b"\x00\x00\x01\x00":
        try:
            with Image.open(BytesIO(data), formats=["ICO"]) as icon:
                out = BytesIO()
                icon.convert("RGBA").save(out, "PNG")
                data = out.getvalue()
        except (OSError, SyntaxError, ValueError):
            return {}
    try:
        return colors_of_picture(data)
    except ApiError:  # An invalid icon does not prevent reading the rest of the site.
        return {}
