"""Reads the sizes of pictures for pages that show them."""

import re
from typing import Any

from sqlalchemy.orm import Session

from api.domains.content.media_library.models import Media
from api.domains.content.media_library.repository import MediaRepository

_ADDRESS = re.compile(
    r"(?:https?://[^\s\"'<>\\/]+)?/media/org/([\w-]+)/pictures/([\w-]+)/full\.webp"
)


def copies_of_pictures(session: Session, org_id: str, text: str) -> dict[str, dict[str, Any]]:
    """The organisation's pictures whose addresses are in this text: by address what there is of each."""
    named = {it[0]: it[2] for it in _ADDRESS.finditer(text) if it[1] == org_id}
    if not named:
        return {}
    found = MediaRepository(session).list_by_id(org_id, set(named.values()))
    media = {row.media_id: _copies(row) for row in found}
    return {address: media[it] for address, it in named.items() if it in media}


def _copies(media: Media) -> dict[str, Any]:
    def widths(media_type: str) -> list[int]:
        return sorted(
            int(file["width"]) for file in media.files if file["media_type"] == media_type
        )

    return {
        "width": media.width,
        "height": media.height,
        "preview": media.preview,
        "webp": widths("image/webp"),
        "avif": widths("image/avif"),
    }
