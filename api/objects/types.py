"""Shapes of stored files."""

from dataclasses import dataclass
from datetime import datetime

SIGNED_SECONDS = 900
MAX_SIGNED_SECONDS = 7 * 24 * 3600
"""S3 takes no signature for longer."""

MAX_UPLOAD = 50_000_000
"""Bytes of a file that is uploaded by a signed address."""


@dataclass(frozen=True, slots=True)
class ObjectInfo:
    """What is known of a stored file without reading it."""

    size: int
    media_type: str
    changed_at: datetime
