"""Files attached to a note: only the organisation's own, stored by key."""

from collections.abc import Sequence
from pathlib import PurePosixPath
from typing import Any
from urllib.parse import unquote

from api.domains.codes.codes.errors import invalid_field
from api.domains.content.notes.schemas import Attachment, AttachmentRead
from api.objects.keys import belongs_to, is_public_picture
from api.objects.store import ObjectStore

MEDIA = "/media/"


def to_stored(
    org_id: str, base_url: str, attachments: Sequence[Attachment]
) -> list[dict[str, Any]]:
    """Convert attachments to their stored form. Files of other organisations are refused."""
    return [
        {"name": file.name, "key": _own_key(org_id, base_url, file.url, place)}
        for place, file in enumerate(attachments)
    ]


def to_read(stored: Sequence[dict[str, Any]], objects: ObjectStore) -> list[AttachmentRead]:
    """Convert attachments for readers: pictures with public addresses, other files with signed ones."""
    return [_shown(str(file["name"]), str(file["key"]), objects) for file in stored]


def _shown(name: str, key: str, objects: ObjectStore) -> AttachmentRead:
    is_picture = is_public_picture(key)
    url = f"{MEDIA}{key}" if is_picture else objects.signed_url(key, filename=_file_name(name, key))
    return AttachmentRead(name=name, key=key, url=url, is_picture=is_picture)


def _file_name(name: str, key: str) -> str:
    """Return the given name with the extension of the file, without which devices cannot open the download."""
    ending = PurePosixPath(key).suffix
    return name if name.lower().endswith(ending.lower()) else f"{name}{ending}"


def _own_key(org_id: str, base_url: str, url: str, place: int) -> str:
    key = unquote(url.removeprefix(base_url)).removeprefix(MEDIA)
    if not belongs_to(key, org_id):
        raise invalid_field(
            f"attachments.{place}.url", "is not a file of this organisation", "foreign_file"
        )
    return key
