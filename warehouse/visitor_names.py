"""Short names of visitors, used wherever one is shown: sixteen hexadecimal digits of a hash that leads back to nobody.

`models/core/macros.sql` computes the same name in SQL.
"""

import hashlib

LETTERS = r"^[0-9a-fA-F]{16}$"
"""A visitor's name in any spelling that may be typed."""


def visitor_name(visitor_id: str) -> str:
    """Return the name of the visitor with this identifier."""
    digest = hashlib.md5(visitor_id.encode(), usedforsecurity=False).digest()
    return f"{int.from_bytes(digest[8:], 'little') >> 1:016x}"


def visitor_number(name: str) -> int:
    """Return the number under which marts know the visitor with this name."""
    return int(name, 16)
