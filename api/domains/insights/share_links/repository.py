"""Every statement about share links."""

from datetime import datetime, timedelta

from sqlalchemy import func, select, update

from api.auth.models import Organization, User
from api.db.session import enter_tenant, set_variable
from api.db.tenancy import Repository
from api.db.turns import take_turn
from api.domains.insights.share_links.models import ShareLink

SEEN_EVERY = timedelta(minutes=10)


class ShareLinkRepository(Repository[ShareLink]):
    """Links of one organisation, and the one that a visitor presents."""

    model = ShareLink

    def lock(self, org_id: str) -> None:
        """Let nobody else make a link of this organisation until the transaction ends."""
        take_turn(self.session, "share-links", org_id)

    def count_open(self, org_id: str, now: datetime) -> int:
        """How many links work."""
        open_ones = self.scoped(org_id).where(
            ShareLink.revoked_at.is_(None), ShareLink.expires_at > now
        )
        return self.session.scalar(select(func.count()).select_from(open_ones.subquery())) or 0

    def add(self, link: ShareLink) -> None:
        """Store a new link."""
        self.session.add(link)
        self.session.flush()

    def list_all(self, org_id: str, limit: int) -> list[ShareLink]:
        """Links, the newest first."""
        newest = self.scoped(org_id).order_by(ShareLink.created_at.desc(), ShareLink.link_id)
        return list(self.session.scalars(newest.limit(limit)))

    def revoke(self, org_id: str, link_id: str, now: datetime) -> ShareLink | None:
        """End a link; one that was revoked before stays as it is."""
        ended = (
            update(ShareLink)
            .where(ShareLink.org_id == org_id, ShareLink.link_id == link_id)
            .values(revoked_at=func.coalesce(ShareLink.revoked_at, now))
            .returning(ShareLink)
        )
        return self.session.scalar(ended)

    def presented(self, token_hash: str) -> ShareLink | None:
        """The link of this token, whichever organisation it belongs to; its policy opens this row."""
        set_variable(self.session, "app.link_hash", token_hash)
        return self.session.scalar(select(ShareLink).where(ShareLink.token_hash == token_hash))

    def enter(self, link: ShareLink) -> Organization | None:
        """Go into the link's organisation; None when that is closed."""
        enter_tenant(self.session, link.org_id)
        return self.session.scalar(
            select(Organization).where(
                Organization.org_id == link.org_id, Organization.deleted_at.is_(None)
            )
        )

    def note_use(self, link: ShareLink, now: datetime) -> None:
        """Keep when it was last opened, to ten minutes."""
        if link.last_used_at is None or now - link.last_used_at >= SEEN_EVERY:
            self.session.execute(
                update(ShareLink)
                .where(ShareLink.org_id == link.org_id, ShareLink.link_id == link.link_id)
                .values(last_used_at=now)
            )

    def names_of_people(self, user_ids: set[str]) -> dict[str, str]:
        """Name by user id, of those who are colleagues."""
        wanted = select(User.user_id, User.name).where(User.user_id.in_(user_ids))
        return {row.user_id: row.name for row in self.session.execute(wanted)}
