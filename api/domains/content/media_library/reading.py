"""Reads the sizes of pictures for pages that show them."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy.orm import Session

from api.domains.content.media_library.models import Media
from api.domains.content.media_library.repository import MediaRepository

_ADDRESS = re.compile(
    r"(?:https?://[^\s\"'<>\\/]+)?/media/org/([\w-]+)/pictures/([\w-]+)/full\.webp"
)


def copies_of_pictures(session: Session, org_id: str, text: str) -> dict[str, dict[str, Any]]:
    """Return the organisation's pictures whose addresses are in this text, as the available copies by address."""
    named = {it[0]: it[2] for it in _ADDRESS.finditer(text) if it[1] == org_id}
    if not named:
        return {}
    found = MediaRepository(session).list_by_id(org_id, set(named.values()))
    media = {row.media_id: _copies(row) for row in found}
    return {address: media[it] for address, it in named.items() if it in media}


def smallest_copies(session: Session, org_id: str, text: str) -> dict[str, str]:
    """Return the address of the smallest copy for each of the organisation's pictures whose address is in this text and
    that has smaller copies.
    """
    found = copies_of_pictures(session, org_id, text)
    return {
        address: address.replace("/full.webp", f"/{copies['webp'][0]}.webp")
        for address, copies in found.items()
        if len(copies["webp"]) > 1
    }


def smallest_by_id(session: Session, org_id: str, media_ids: Collection[str]) -> dict[str, str]:
    """Return the address of the smallest copy for each of these pictures that has smaller copies, by ID."""
    addresses = {it: f"/media/org/{org_id}/pictures/{it}/full.webp" for it in media_ids}
    small = smallest_copies(session, org_id, " ".join(addresses.values()))
    return {it: small[address] for it, address in addresses.items() if address in small}


@dataclass(frozen=True, slots=True)
class StoredPicture:
    """A picture of the library, for code that renders it in other sizes."""

    media_id: str
    width: int
    height: int
    key: str
    """Key of the whole picture as PNG or JPEG."""
    small_key: str
    """Key of its smallest file."""


def stored_pictures(
    session: Session, org_id: str, media_ids: Collection[str]
) -> dict[str, StoredPicture]:
    """Return those of these pictures that the organisation has, by ID."""
    found: Sequence[Media] = (
        MediaRepository(session).list_by_id(org_id, media_ids) if media_ids else ()
    )
    return {
        it.media_id: StoredPicture(
            it.media_id, it.width, it.height, str(it.files[-1]["key"]), str(it.files[0]["key"])
        )
        for it in found
    }


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
