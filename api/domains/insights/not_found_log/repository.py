"""All SQL for dismissed addresses, and for existing domains and codes."""

from collections.abc import Collection
from datetime import datetime

from sqlalchemy import delete, select
from sqlalchemy.dialects.postgresql import insert

from api.db.tenancy import Repository
from api.domains.codes.codes.tables import code_slugs, codes
from api.domains.hosts.custom_domains.tables import custom_domains
from api.domains.insights.not_found_log.models import DismissedMiss

Address = tuple[str, str]
"""A host and a path."""


class DismissedMissRepository(Repository[DismissedMiss]):
    """Addresses of one organisation."""

    model = DismissedMiss

    def dismissed(self, org_id: str) -> set[Address]:
        """Return all dismissed addresses."""
        return {(it.host, it.path) for it in self.session.scalars(self.scoped(org_id))}

    def dismiss(
        self, org_id: str, address: Address, by: str | None, now: datetime, limit: int
    ) -> None:
        """Dismiss an address. If there are more than `limit`, the oldest are restored."""
        host, path = address
        self.session.execute(
            insert(DismissedMiss)
            .values(org_id=org_id, host=host, path=path, dismissed_at=now, dismissed_by=by)
            .on_conflict_do_nothing()
        )
        beyond = (
            select(DismissedMiss.host, DismissedMiss.path)
            .where(DismissedMiss.org_id == org_id)
            .order_by(DismissedMiss.dismissed_at.desc(), DismissedMiss.host, DismissedMiss.path)
            .offset(limit)
        )
        for old_host, old_path in self.session.execute(beyond).all():
            self.restore(org_id, (old_host, old_path))

    def restore(self, org_id: str, address: Address) -> None:
        """Undo the dismissal of an address."""
        host, path = address
        self.session.execute(
            delete(DismissedMiss).where(
                DismissedMiss.org_id == org_id,
                DismissedMiss.host == host,
                DismissedMiss.path == path,
            )
        )

    def verified_hosts(self, org_id: str) -> dict[str, str]:
        """Return the IDs of the organisation's verified domains by host."""
        proven = select(custom_domains.c.host, custom_domains.c.domain_id).where(
            custom_domains.c.org_id == org_id, custom_domains.c.proven_at.is_not(None)
        )
        return dict(self.session.execute(proven).all())

    def names_in_use(self, org_id: str, names: Collection[str]) -> set[str]:
        """Return those of these slugs, in lower case, that codes of the organisation have."""
        statement = select(code_slugs.c.slug).where(
            code_slugs.c.org_id == org_id, code_slugs.c.slug.in_(names)
        )
        return set(self.session.scalars(statement)) if names else set()

    def ids_in_use(self, org_id: str, ids: Collection[str]) -> set[str]:
        """Return those of these IDs that belong to codes of the organisation."""
        statement = select(codes.c.code_id).where(
            codes.c.org_id == org_id, codes.c.code_id.in_(ids)
        )
        return set(self.session.scalars(statement)) if ids else set()
