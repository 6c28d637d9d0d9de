"""Keys of stored files: `org/{org_id}/…`, with nothing that a file system or browser could misinterpret."""

import re
import unicodedata
from urllib.parse import quote

_KEY = re.compile(r"org/[A-Za-z0-9_-]{1,64}(?:/[A-Za-z0-9][A-Za-z0-9._-]{0,127}){1,6}\Z")
_PICTURE = re.compile(
    r"org/[A-Za-z0-9_-]{1,64}/(?:pictures|passes)/[A-Za-z0-9_-]{1,64}/[A-Za-z0-9_-]{1,32}\.(?:webp|avif|png|jpg)\Z"
)


def checked_key(key: str) -> str:
    """Return the key if it is valid, else raise ValueError."""
    if len(key) > 512 or not _KEY.match(key):
        raise ValueError(f"not the key of an object: {key!r}")
    return key


def is_key(key: str) -> bool:
    """Return whether this is a valid key of a file."""
    return len(key) <= 512 and bool(_KEY.match(key))


def is_public_picture(key: str) -> bool:
    """Return whether everyone may see this file, which is the case for pictures that we rendered or encoded
    ourselves.
    """
    return len(key) <= 512 and bool(_PICTURE.match(key))


def belongs_to(key: str, org_id: str) -> bool:
    """Return whether a file belongs to this organisation."""
    return is_key(key) and key.startswith(f"org/{org_id}/")


def disposition(filename: str | None) -> str:
    """Return a Content-Disposition header that downloads the file with this name, whatever characters it contains."""
    if not filename:
        return "attachment"
    plain = unicodedata.normalize("NFKD", filename).encode("ascii", "ignore").decode()
    plain = re.sub(r"[^A-Za-z0-9._ -]", "_", plain).strip(" .") or "file"
    return (
        f"attachment; filename=\"{plain[:120]}\"; filename*=UTF-8''{quote(filename[:200], safe='')}"
    )
