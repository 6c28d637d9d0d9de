"""Types for stored files."""

from dataclasses import dataclass
from datetime import datetime

SIGNED_SECONDS = 900
MAX_SIGNED_SECONDS = 7 * 24 * 3600
"""S3 accepts no signature that is valid for longer."""

MAX_UPLOAD = 50_000_000
"""Maximum size in bytes of a file that is uploaded with a signed URL."""


@dataclass(frozen=True, slots=True)
class ObjectInfo:
    """Metadata of a stored file."""

    size: int
    media_type: str
    changed_at: datetime
