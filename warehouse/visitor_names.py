"""What people call a visitor, wherever one is named: sixteen letters of a hash that leads back to nobody.

`models/core/macros.sql` spells the same in SQL.
"""

import hashlib

LETTERS = r"^[0-9a-fA-F]{16}$"
"""A name, as it may be typed."""


def visitor_name(visitor_id: str) -> str:
    """The name of the visitor with this identifier."""
    digest = hashlib.md5(visitor_id.encode(), usedforsecurity=False).digest()
    return f"{int.from_bytes(digest[8:], 'little') >> 1:016x}"


def visitor_number(name: str) -> int:
    """The number that marts know a visitor of this name by."""
    return int(name, 16)
