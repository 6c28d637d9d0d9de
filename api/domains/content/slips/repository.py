"""All SQL for slips."""

from collections.abc import Collection
from typing import Any

from sqlalchemy import ColumnElement, delete, func, select

from api.db.advisory_locks import lock_until_commit
from api.db.tenancy import Repository
from api.domains.codes.codes.tables import codes
from api.domains.content.slips.models import Slip
from api.domains.content.slips.schemas import SlipCall
from api.kit.pagination import contains_pattern

_ORDERS: dict[str, ColumnElement[Any]] = {
    "updated_at": Slip.updated_at.asc(),
    "-updated_at": Slip.updated_at.desc(),
    "name": func.lower(Slip.name).asc(),
    "-name": func.lower(Slip.name).desc(),
}


class SlipRepository(Repository[Slip]):
    """Slips of one organisation, accessed through one session."""

    model = Slip

    def lock_all(self, org_id: str) -> None:
        """Lock the organisation's slips until the transaction ends."""
        lock_until_commit(self.session, "slips", org_id)

    def add(self, slip: Slip) -> None:
        """Insert a slip."""
        self.session.add(slip)
        self.session.flush()

    def save(self) -> None:
        """Write pending changes."""
        self.session.flush()

    def count(self, org_id: str) -> int:
        """Return the number of slips."""
        everything = self.scoped(org_id).subquery()
        return self.session.scalar(select(func.count()).select_from(everything)) or 0

    def find(self, org_id: str, slip_id: str) -> Slip | None:
        """Return a slip, or None."""
        return self.session.scalar(self.scoped(org_id).where(Slip.slip_id == slip_id))

    def find_for_update(self, org_id: str, slip_id: str) -> Slip | None:
        """Return a slip, locked until the transaction ends."""
        statement = self.scoped(org_id).where(Slip.slip_id == slip_id).with_for_update()
        return self.session.scalar(statement.execution_options(populate_existing=True))

    def list_slips(self, org_id: str, body: SlipCall) -> tuple[list[Slip], int]:
        """Return one page of matching slips and the total number of matches."""
        matching = self.scoped(org_id)
        if body.kind is not None:
            matching = matching.where(Slip.kind == body.kind.value)
        if body.filter:
            matching = matching.where(Slip.name.ilike(contains_pattern(body.filter)))
        order = _ORDERS[body.sort or "-updated_at"]
        return self.page(matching, body.paging, order, Slip.slip_id.asc())

    def deleted_codes(self, org_id: str, code_ids: Collection[str]) -> frozenset[str]:
        """Return those of these codes that were deleted."""
        deleted = select(codes.c.code_id).where(
            codes.c.org_id == org_id, codes.c.code_id.in_(code_ids), codes.c.deleted_at.is_not(None)
        )
        return frozenset(self.session.scalars(deleted)) if code_ids else frozenset()

    def remove(self, org_id: str, slip_id: str) -> bool:
        """Delete a slip. Returns False if there is none."""
        gone = delete(Slip).where(Slip.org_id == org_id, Slip.slip_id == slip_id)
        return self.session.scalar(gone.returning(Slip.slip_id)) is not None
