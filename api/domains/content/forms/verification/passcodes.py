"""How a typed passcode is read."""

import re

DIGITS = 6


def read_passcode(typed: str) -> str | None:
    """Return the six digits of a typed passcode, or None if it is not one.

    People group digits with spaces or hyphens, and keyboards of some languages enter other digits.
    """
    digits = re.sub(r"[\s-]", "", typed)
    return f"{int(digits):0{DIGITS}d}" if re.fullmatch(rf"\d{{{DIGITS}}}", digits) else None
