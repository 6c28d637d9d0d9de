"""The number of segments for which a text message is billed, and the characters that make it longer.

GSM 03.38 with its extension table, else UCS-2. Lengths are those of Twilio and the standard:
https://www.twilio.com/docs/glossary/what-sms-character-limit
"""

from typing import Literal, NamedTuple

Encoding = Literal["GSM-7", "UCS-2"]

_BASIC = frozenset(
    "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?"
    "¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà"
)
_EXTENDED = frozenset("^{}\\[~]|€\f")
"""Characters that take two septets each."""
_LIMITS: dict[Encoding, tuple[int, int]] = {"GSM-7": (160, 153), "UCS-2": (70, 67)}
"""Maximum number of units of a message with one segment, and of each segment of a longer one."""


class SmsSize(NamedTuple):
    """The encoding and size of a text message."""

    encoding: Encoding
    units: int
    """Number of septets of GSM-7, or of 16-bit units of UCS-2."""
    segments: int
    forcing: tuple[str, ...]
    """The distinct characters that require UCS-2, in the order in which they appear."""


def sms_size(text: str) -> SmsSize:
    """Return the encoding, length and number of segments of a text. An empty text is one segment.

    A character of two units is never split across two segments, so a segment may be one unit short.
    """
    forcing = tuple(dict.fromkeys(it for it in text if it not in _BASIC and it not in _EXTENDED))
    encoding: Encoding = "UCS-2" if forcing else "GSM-7"
    widths = [_width(it, encoding) for it in text]
    units = sum(widths)
    alone, of_many = _LIMITS[encoding]
    if units <= alone:
        return SmsSize(encoding, units, 1, forcing)
    segments, used = 1, 0
    for width in widths:
        if used + width > of_many:
            segments, used = segments + 1, 0
        used += width
    return SmsSize(encoding, units, segments, forcing)


def _width(character: str, encoding: Encoding) -> int:
    if encoding == "GSM-7":
        return 2 if character in _EXTENDED else 1
    return 2 if ord(character) > 0xFFFF else 1
