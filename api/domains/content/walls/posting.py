"""Stores the picture that a visitor posts to a wall, with its event."""

import hashlib
from dataclasses import dataclass
from typing import Annotated, BinaryIO, Literal

from fastapi import Depends

from api.db.offload import VisitorOffloadDep
from api.db.session import SessionDep
from api.domains.content.media_library import pictures
from api.domains.content.media_library.errors import (
    HeicRefused,
    NotAPicture,
    PictureTooLarge,
    SvgRefused,
)
from api.domains.content.media_library.pictures import EncodedPicture
from api.domains.content.walls import consent
from api.domains.content.walls.dependencies import WallServiceDep, WallVisitorDep
from api.domains.content.walls.events import post_recorded
from api.domains.content.walls.service import NewPost, PostOutcome
from api.domains.content.walls.visitor_repository import PublicWall
from api.kit.errors import Invalid, TooMany
from api.kit.worker_pool import WorkersBusy
from ingest.outbox import record

SIZES = (640,)
LARGEST = 1920

Refused = Literal[
    "machine",
    "closed",
    "picture",
    "consent",
    "reworded",
    "often",
    "large",
    "heic",
    "kind",
    "damaged",
]
"""The reason why a post was refused. The wall's page shows the message of this name."""


@dataclass(frozen=True, slots=True)
class PostForm:
    """The fields that a visitor sent with the form of a wall's page."""

    picture: BinaryIO | None
    caption: str
    author: str
    is_agreed: bool
    consent_shown: str | None
    """The consent text that they saw and agreed to."""


class PostRefused(Exception):
    """The post is refused. The form is shown again with this reason."""

    def __init__(self, reason: Refused) -> None:
        super().__init__(reason)
        self.reason = reason


class PostingService:
    """Posts by the visitor of one request."""

    def __init__(
        self,
        guest: WallVisitorDep,
        walls: WallServiceDep,
        session: SessionDep,
        offload: VisitorOffloadDep,
    ) -> None:
        self._guest = guest
        self._walls = walls
        self._session = session
        self._offload = offload

    def post(self, wall: PublicWall, form: PostForm) -> tuple[PostOutcome, str]:
        """Put a picture on the wall or into moderation, and return the outcome and the post's ID. Raises
        PostRefused.
        """
        picture, agreed = self._checked(wall, form)
        data, drawn = self._drawn(wall, picture)
        guest = self._guest
        guest.enter(wall)
        digest = hashlib.sha256(data).digest()
        new = NewPost(guest.visitor_id, form.author, form.caption, digest, drawn, agreed)
        outcome, post_id = self._walls.post(wall.org_id, wall.wall_id, new)
        if post_id:
            texts = (("caption", new.caption), ("author", new.author))
            fields = ("picture", *(name for name, text in texts if text))
            event_id = guest.scans.new_event_id()
            event = post_recorded(guest.visit, wall, post_id, fields, event_id, guest.now)
            record(self._session, event)
        return outcome, post_id

    def _checked(self, wall: PublicWall, form: PostForm) -> tuple[BinaryIO, str]:
        """Return the picture, and the consent text that its visitor agreed to."""
        if not self._guest.visit.verdict.is_human:
            raise PostRefused("machine")
        if not wall.is_open:
            raise PostRefused("closed")
        if form.picture is None:
            raise PostRefused("picture")
        if not form.is_agreed:
            raise PostRefused("consent")
        agreed = consent.agreed(wall.consent_text, form.consent_shown)
        if agreed is None:
            raise PostRefused("reworded")  # A visitor cannot agree to a text that they did not see.
        return form.picture, agreed

    def _drawn(self, wall: PublicWall, picture: BinaryIO) -> tuple[bytes, EncodedPicture]:
        try:
            self._guest.count_post(wall.wall_id)
            data = picture.read(pictures.MAX_BYTES + 1)
            drawn = self._offload.run(wall.org_id, pictures.re_encode, data, LARGEST, SIZES)
        except (TooMany, WorkersBusy):
            raise PostRefused("often") from None
        except PictureTooLarge:
            raise PostRefused("large") from None
        except HeicRefused:
            raise PostRefused("heic") from None
        except (NotAPicture, SvgRefused):
            raise PostRefused("kind") from None
        except Invalid:
            raise PostRefused("damaged") from None
        return data, drawn


PostingServiceDep = Annotated[PostingService, Depends(PostingService)]
