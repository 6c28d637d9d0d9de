"""Colours in the notations that people use."""

import re
from typing import Any

from PIL import ImageColor

_HEX = re.compile(r"#[0-9A-Fa-f]{3,8}")


def as_color(written: Any) -> Any:
    """Return a colour as six hex digits, from #abc, a CSS name or an opaque eight-digit colour.

    Raises:
        ValueError: it is not a colour, or it is translucent.
    """
    if not isinstance(written, str):
        return written
    text = written.strip().lower()
    named = ImageColor.colormap.get(text)
    if isinstance(named, str):
        return named.lower()
    if not _HEX.fullmatch(text) or len(text) not in {4, 5, 7, 9}:
        raise ValueError("must be a colour such as #1f4fa3, #abc or navy")
    digits = text[1:] if len(text) > 5 else "".join(digit * 2 for digit in text[1:])
    if digits[6:] not in {"", "ff"}:
        raise ValueError(
            "must be opaque, because a translucent colour prints differently on each paper. Use the"
            " mixed colour, or set transparent for the background"
        )
    return f"#{digits[:6]}"
