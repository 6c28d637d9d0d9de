"""Rules of uploads: accepted files, where they are stored, and who may read them."""

import re
import unicodedata
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Literal
from urllib.parse import urlsplit

from sqlalchemy.orm import Session

from api.domains.codes.codes.links import CodeLinks, choice_of
from api.domains.codes.codes.schemas import CreateCode
from api.domains.codes.codes.service import CodeService
from api.domains.codes.codes.types import CodeKind
from api.domains.content.media_library import pictures
from api.domains.content.media_library.errors import FileNotThere, MediaNotFound, PictureTooLarge
from api.domains.content.media_library.models import Media
from api.domains.content.media_library.pictures import EncodedPicture
from api.domains.content.media_library.repository import MediaRepository
from api.domains.content.media_library.schemas import (
    ListMedia,
    MediaRead,
    ShortenUrl,
    ShortUrl,
    SignedUrl,
    SignUrl,
)
from api.kit.errors import Invalid
from api.objects.keys import belongs_to
from api.objects.removal import delete_after_commit
from api.objects.store import ObjectStore
from api.objects.types import SIGNED_SECONDS

_DOWNLOADABLE = ("uploads", "packs", "pictures")
MAX_PICTURE_BYTES = pictures.MAX_BYTES
PASSES_FOLDER = "passes"
"""The folder of picture sizes that were rendered for passes. They are deleted with the picture."""


class UploadService:
    """Uploads of the organisation that the session has entered."""

    def __init__(
        self,
        session: Session,
        objects: ObjectStore,
        now: datetime,
        new_id: Callable[[str], str],
    ) -> None:
        self._media = MediaRepository(session)
        self._objects = objects
        self._now = now
        self._new_id = new_id

    def keep(
        self,
        org_id: str,
        created_by: str | None,
        name: str,
        picture: EncodedPicture,
        source: Literal["upload", "ai"],
    ) -> Media:
        """Store a picture that Waypost encoded itself."""
        media_id = self._new_id("med")
        files = []
        for file in picture.files:
            key = f"org/{org_id}/pictures/{media_id}/{file.name}"
            self._objects.put(key, file.data, file.media_type)
            files.append({"key": key, "width": file.width, "media_type": file.media_type})
        row = Media(
            media_id=media_id,
            org_id=org_id,
            name=_tidy_name(name),
            source=source,
            width=picture.width,
            height=picture.height,
            bytes=picture.bytes,
            files=files,
            preview=picture.preview,
            created_at=self._now,
            created_by=created_by,
        )
        self._media.add(row)
        return row

    def get(self, org_id: str, media_id: str) -> Media:
        """Return a picture."""
        media = self._media.find(org_id, media_id)
        if media is None:
            raise MediaNotFound
        return media

    def list_media(self, org_id: str, body: ListMedia) -> tuple[list[Media], int]:
        """Return a page of pictures and the total number."""
        return self._media.list_media(org_id, body)

    def delete(self, org_id: str, media_id: str) -> None:
        """Delete a picture and its files."""
        media = self.get(org_id, media_id)
        self._media.remove(media)
        keys = [str(file["key"]) for file in media.files]
        keys += self._objects.keys(f"org/{org_id}/{PASSES_FOLDER}/{media_id}/")
        delete_after_commit(self._media.session, self._objects, keys)

    def sign(self, org_id: str, body: SignUrl) -> SignedUrl:
        """Return an address that uploads or downloads one file within 15 minutes."""
        expires_at = self._now + timedelta(seconds=SIGNED_SECONDS)
        if body.action == "upload":
            media_type, size = body.media_type or "", body.size or 0
            if media_type.startswith("image/") and size > MAX_PICTURE_BYTES:
                raise PictureTooLarge
            key = f"org/{org_id}/uploads/{self._new_id('upl')}/{_safe_name(body.filename)}"
            url = self._objects.signed_url(key, "PUT", media_type=media_type, size=size)
            headers = {"Content-Type": media_type}
            return SignedUrl(url=url, method="PUT", key=key, headers=headers, expires_at=expires_at)
        key = body.key or ""
        parts = key.split("/")
        if not belongs_to(key, org_id) or parts[2] not in _DOWNLOADABLE:
            raise FileNotThere
        if self._objects.find(key) is None:
            raise FileNotThere
        url = self._objects.signed_url(key, "GET", filename=body.filename or parts[-1])
        return SignedUrl(url=url, method="GET", key=key, headers={}, expires_at=expires_at)


def ai_picture_key(org_id: str, media_id: str) -> str:
    """Return the key of the print file of one of the AI studio's pictures."""
    return f"org/{org_id}/pictures/{media_id}/full.png"


def shorten(
    codes: CodeService, links: CodeLinks, org_id: str, caller_id: str, body: ShortenUrl
) -> ShortUrl:
    """Create a short link: a redirect code named after its destination.

    Raises:
        Invalid: codes may not lead to this address.
    """
    name = body.name or f"Short link to {_host_of(body.url) or 'a page'}"[:120]
    made = CreateCode(name=name, type=CodeKind.REDIRECT, destination=body.url)
    try:
        code = codes.create(org_id, caller_id, made)
    except Invalid as refused:
        refused.message = refused.message.replace("destination", "url", 1)
        for it in refused.errors:
            it.field = "url" if it.field == "destination" else it.field
        raise
    return ShortUrl(
        url=links.short_address(code),
        code_id=code.code_id,
        destination=code.destination or "",
        picture_url=links.picture_path(code.code_id, "png", code.version or 1, choice_of(code)),
    )


def _host_of(url: str) -> str | None:
    try:
        return urlsplit(url.strip()).hostname if url.isprintable() else None
    except ValueError:
        return None


def read_of(media: Media, base_url: str) -> MediaRead:
    """Return a picture for API responses."""
    webp = {
        "full" if file is media.files[-2] else str(file["width"]): f"{base_url}/media/{file['key']}"
        for file in media.files[:-1]
        if file["media_type"] == "image/webp"
    }
    return MediaRead(
        media_id=media.media_id,
        name=media.name,
        url=webp["full"],
        fallback_url=f"{base_url}/media/{media.files[-1]['key']}",
        sizes=webp,
        width=media.width,
        height=media.height,
        bytes=media.bytes,
        source=media.source,
        created_at=media.created_at,
    )


def _tidy_name(name: str) -> str:
    plain = "".join(
        letter for letter in name.replace("\\", "/").rpartition("/")[2] if letter.isprintable()
    )
    return plain.strip()[:200] or "Picture"


def _safe_name(name: str | None) -> str:
    plain = unicodedata.normalize("NFKD", name or "").encode("ascii", "ignore").decode()
    return re.sub(r"[^A-Za-z0-9._-]+", "-", plain).strip("-._")[-100:].lstrip("-._") or "file"
