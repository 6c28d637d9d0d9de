"""All SQL for pictures."""

from collections.abc import Collection, Sequence
from typing import Any

from sqlalchemy import ColumnElement, func

from api.db.tenancy import Repository
from api.domains.content.media_library.models import Media
from api.domains.content.media_library.schemas import ListMedia
from api.kit.pagination import contains_pattern

_ORDERS: dict[str, ColumnElement[Any]] = {
    "created_at": Media.created_at.asc(),
    "-created_at": Media.created_at.desc(),
    "name": func.lower(Media.name).asc(),
    "-name": func.lower(Media.name).desc(),
}


class MediaRepository(Repository[Media]):
    """Pictures of one organisation, accessed through one session."""

    model = Media

    def add(self, media: Media) -> None:
        """Store a picture's row."""
        self.session.add(media)
        self.session.flush()

    def find(self, org_id: str, media_id: str) -> Media | None:
        """Return a picture, or None."""
        return self.session.scalar(self.scoped(org_id).where(Media.media_id == media_id))

    def list_by_id(self, org_id: str, media_ids: Collection[str]) -> Sequence[Media]:
        """Return those of these pictures that exist."""
        return self.session.scalars(self.scoped(org_id).where(Media.media_id.in_(media_ids))).all()

    def list_media(self, org_id: str, body: ListMedia) -> tuple[list[Media], int]:
        """Return a page of pictures and the total number."""
        statement = self.scoped(org_id)
        if body.filter:
            statement = statement.where(Media.name.ilike(contains_pattern(body.filter)))
        order = _ORDERS[body.sort or "-created_at"]
        return self.page(statement, body.paging, order, Media.media_id.asc())

    def remove(self, media: Media) -> None:
        """Delete a picture's row."""
        self.session.delete(media)
        self.session.flush()
