"""Files beside a note: only the organisation's own, kept by their key."""

import re
from collections.abc import Sequence
from typing import Any
from urllib.parse import unquote

from api.domains.codes.errors import invalid_field
from api.domains.notes.schemas import Attachment, AttachmentRead

MEDIA = "/media/"
_KEY = re.compile(r"org/[A-Za-z0-9_-]+(?:/[A-Za-z0-9_.-]+)+\Z")
_PICTURES = (".png", ".jpg", ".jpeg", ".webp", ".gif", ".avif")


def kept(org_id: str, base_url: str, given: Sequence[Attachment]) -> list[dict[str, Any]]:
    """What is stored of attachments; a file of anybody else's is refused."""
    return [
        {"name": file.name, "key": _own_key(org_id, base_url, file.url, place)}
        for place, file in enumerate(given)
    ]


def shown(stored: Sequence[dict[str, Any]]) -> list[AttachmentRead]:
    """Attachments as readers get them."""
    return [
        AttachmentRead(
            name=str(file["name"]),
            key=str(file["key"]),
            url=f"{MEDIA}{file['key']}",
            is_picture=str(file["key"]).lower().endswith(_PICTURES),
        )
        for file in stored
    ]


def _own_key(org_id: str, base_url: str, url: str, place: int) -> str:
    key = unquote(url.removeprefix(base_url)).removeprefix(MEDIA)
    if not _KEY.match(key) or not key.startswith(f"org/{org_id}/") or ".." in key:
        raise invalid_field(
            f"attachments.{place}.url", "is no file of this organisation", "foreign_file"
        )
    return key
