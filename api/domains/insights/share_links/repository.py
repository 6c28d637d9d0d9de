"""All SQL for share links."""

from datetime import datetime, timedelta

from sqlalchemy import func, select, update

from api.auth.models import Organization, User
from api.db.advisory_locks import lock_until_commit
from api.db.session import enter_tenant, set_variable
from api.db.tenancy import Repository
from api.domains.insights.share_links.models import ShareLink

USE_RESOLUTION = timedelta(minutes=10)


class ShareLinkRepository(Repository[ShareLink]):
    """Links of one organisation, and the link for a visitor's token."""

    model = ShareLink

    def lock(self, org_id: str) -> None:
        """Lock the creation of links in this organisation until the transaction ends."""
        lock_until_commit(self.session, "share-links", org_id)

    def count_active(self, org_id: str, now: datetime) -> int:
        """Return the number of links that are neither expired nor revoked."""
        active = self.scoped(org_id).where(
            ShareLink.revoked_at.is_(None), ShareLink.expires_at > now
        )
        return self.session.scalar(select(func.count()).select_from(active.subquery())) or 0

    def add(self, link: ShareLink) -> None:
        """Insert a new link."""
        self.session.add(link)
        self.session.flush()

    def list_all(self, org_id: str, limit: int) -> list[ShareLink]:
        """Return links, newest first."""
        newest = self.scoped(org_id).order_by(ShareLink.created_at.desc(), ShareLink.link_id)
        return list(self.session.scalars(newest.limit(limit)))

    def revoke(self, org_id: str, link_id: str, now: datetime) -> ShareLink | None:
        """Revoke a link. One that was already revoked stays as it is."""
        ended = (
            update(ShareLink)
            .where(ShareLink.org_id == org_id, ShareLink.link_id == link_id)
            .values(revoked_at=func.coalesce(ShareLink.revoked_at, now))
            .returning(ShareLink)
        )
        return self.session.scalar(ended)

    def find_by_hash(self, token_hash: str) -> ShareLink | None:
        """Return the link with this token hash, of any organisation. A policy allows reading this row."""
        set_variable(self.session, "app.link_hash", token_hash)
        return self.session.scalar(select(ShareLink).where(ShareLink.token_hash == token_hash))

    def enter(self, link: ShareLink) -> Organization | None:
        """Enter the link's organisation. Returns None if it was deleted."""
        enter_tenant(self.session, link.org_id)
        return self.session.scalar(
            select(Organization).where(
                Organization.org_id == link.org_id, Organization.deleted_at.is_(None)
            )
        )

    def record_use(self, link: ShareLink, now: datetime) -> None:
        """Store when the link was last opened, with a precision of ten minutes."""
        if link.last_used_at is None or now - link.last_used_at >= USE_RESOLUTION:
            self.session.execute(
                update(ShareLink)
                .where(ShareLink.org_id == link.org_id, ShareLink.link_id == link.link_id)
                .values(last_used_at=now)
            )

    def names_of_people(self, user_ids: set[str]) -> dict[str, str]:
        """Return names by user ID, for members of the same organisation."""
        statement = select(User.user_id, User.name).where(User.user_id.in_(user_ids))
        return {row.user_id: row.name for row in self.session.execute(statement)}
