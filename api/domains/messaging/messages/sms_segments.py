"""How many segments a text message is billed as, and which characters make it longer.

GSM 03.38 with its extension table, else UCS-2; lengths as Twilio and the standard give them:
https://www.twilio.com/docs/glossary/what-sms-character-limit
"""

from typing import Literal, NamedTuple

Encoding = Literal["GSM-7", "UCS-2"]

_BASIC = frozenset(
    "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?"
    "¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà"
)
_EXTENDED = frozenset("^{}\\[~]|€\f")
"""These take two places each."""
_LIMITS: dict[Encoding, tuple[int, int]] = {"GSM-7": (160, 153), "UCS-2": (70, 67)}
"""The most units of a message in one segment, and of each segment of a longer one."""


class SmsSize(NamedTuple):
    """How a text travels."""

    encoding: Encoding
    units: int
    """Septets of GSM-7, or 16-bit units of UCS-2."""
    segments: int
    forcing: tuple[str, ...]
    """The different characters because of which it is UCS-2, in the order in which they appear."""


def sms_size(text: str) -> SmsSize:
    """The encoding, length and number of segments of a text; an empty one is one segment.

    A character of two units is never split over two segments, so that a segment may end one unit short.
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
