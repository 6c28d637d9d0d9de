"""Every statement about pictures."""

from api.db.tenancy import Repository
from api.domains.uploads.models import Media
from api.kit.pagination import Paging, contains_pattern


class MediaRepository(Repository[Media]):
    """Pictures of one organisation, through one session."""

    model = Media

    def add(self, media: Media) -> None:
        """Store a picture's row."""
        self.session.add(media)
        self.session.flush()

    def find(self, org_id: str, media_id: str) -> Media | None:
        """A picture."""
        return self.session.scalar(self.scoped(org_id).where(Media.media_id == media_id))

    def list_media(
        self, org_id: str, wanted: str | None, paging: Paging
    ) -> tuple[list[Media], int]:
        """Pictures, the newest first."""
        statement = self.scoped(org_id)
        if wanted:
            statement = statement.where(Media.name.ilike(contains_pattern(wanted)))
        return self.page(statement, paging, Media.created_at.desc(), Media.media_id.asc())

    def remove(self, media: Media) -> None:
        """Remove a picture's row."""
        self.session.delete(media)
        self.session.flush()
