"""Every statement about addresses that were put aside, and about what answers by now."""

from collections.abc import Collection
from datetime import datetime

from sqlalchemy import delete, select
from sqlalchemy.dialects.postgresql import insert

from api.db.tenancy import Repository
from api.domains.codes.codes.models import Code, CodeSlug
from api.domains.insights.not_found_log.models import DismissedMiss

Address = tuple[str, str]
"""A host and a path."""


class DismissedMissRepository(Repository[DismissedMiss]):
    """Addresses of one organisation."""

    model = DismissedMiss

    def dismissed(self, org_id: str) -> set[Address]:
        """All that were put aside."""
        return {(it.host, it.path) for it in self.session.scalars(self.scoped(org_id))}

    def dismiss(
        self, org_id: str, address: Address, by: str | None, now: datetime, most: int
    ) -> None:
        """Put one aside; of more than `most`, those that were put aside first come back."""
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
            .offset(most)
        )
        for old_host, old_path in self.session.execute(beyond).all():
            self.bring_back(org_id, (old_host, old_path))

    def bring_back(self, org_id: str, address: Address) -> None:
        """Show it again."""
        host, path = address
        self.session.execute(
            delete(DismissedMiss).where(
                DismissedMiss.org_id == org_id,
                DismissedMiss.host == host,
                DismissedMiss.path == path,
            )
        )

    def names_in_use(self, org_id: str, names: Collection[str]) -> set[str]:
        """Which of these names, in lower case, a code of the organisation has."""
        found = select(CodeSlug.slug).where(CodeSlug.org_id == org_id, CodeSlug.slug.in_(names))
        return set(self.session.scalars(found)) if names else set()

    def ids_in_use(self, org_id: str, ids: Collection[str]) -> set[str]:
        """Which of these ids are codes of the organisation."""
        found = select(Code.code_id).where(Code.org_id == org_id, Code.code_id.in_(ids))
        return set(self.session.scalars(found)) if ids else set()
