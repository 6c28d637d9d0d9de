"""All database statements for tills."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Row, delete, func, select, text
from sqlalchemy.dialects.postgresql import insert

from api.db.advisory_locks import lock_until_commit
from api.db.tenancy import Repository
from api.domains.promotions.tills.models import Till, TillAction, TillSession, TillStaff

# An attempt is counted before the PIN is compared, so that of many simultaneous attempts only the
# allowed number are compared.
_ATTEMPT = text("""
update till_staff set
  attempts = case when locked_until is null then attempts + 1 else 1 end,
  locked_until = case when locked_until is null and attempts + 1 >= :most then cast(:until as timestamptz) end
where org_id = :org_id and staff_id = :staff_id and deleted_at is null
  and (locked_until is null or locked_until <= :now)
returning pin_hash
""")
_FORGIVE = text("""
update till_staff set attempts = 0, locked_until = null
where org_id = :org_id and staff_id = :staff_id
""")


class TillRepository(Repository[Till]):
    """Tills and their staff of one organisation, in one session."""

    model = Till

    def count(self, org_id: str) -> int:
        """Return the number of enrolled devices, and prevent other requests from adding one until the
        transaction ends.
        """
        lock_until_commit(self.session, "tills", org_id)
        own = self.scoped(org_id).where(Till.revoked_at.is_(None)).subquery()
        return self.session.scalar(select(func.count()).select_from(own)) or 0

    def count_staff(self, org_id: str) -> int:
        """Return the number of staff, and prevent other requests from adding one until the transaction ends."""
        lock_until_commit(self.session, "till-staff", org_id)
        return len(self.staff(org_id))

    def add(self, row: Till | TillStaff | TillSession) -> None:
        """Store a new row, or the changes to an existing one."""
        self.session.add(row)
        self.session.flush()

    def list_all(self, org_id: str) -> Sequence[Till]:
        """Return the enrolled devices, by name."""
        own = self.scoped(org_id).where(Till.revoked_at.is_(None))
        return self.session.scalars(own.order_by(func.lower(Till.name), Till.till_id)).all()

    def find(self, org_id: str, till_id: str) -> Till | None:
        """Return an enrolled device, or None."""
        own = self.scoped(org_id).where(Till.till_id == till_id, Till.revoked_at.is_(None))
        return self.session.scalar(own)

    def find_by_secret(self, org_id: str, secret_hash: str) -> Till | None:
        """Return the enrolled device with this secret, or None."""
        own = self.scoped(org_id).where(Till.secret_hash == secret_hash, Till.revoked_at.is_(None))
        return self.session.scalar(own)

    def staff(self, org_id: str) -> Sequence[TillStaff]:
        """Return the staff at tills, by name."""
        own = select(TillStaff).where(TillStaff.org_id == org_id, TillStaff.deleted_at.is_(None))
        return self.session.scalars(
            own.order_by(func.lower(TillStaff.name), TillStaff.staff_id)
        ).all()

    def find_staff(self, org_id: str, staff_id: str) -> TillStaff | None:
        """Return a staff member, or None."""
        own = select(TillStaff).where(
            TillStaff.org_id == org_id,
            TillStaff.staff_id == staff_id,
            TillStaff.deleted_at.is_(None),
        )
        return self.session.scalar(own)

    def claim_attempt(
        self, org_id: str, staff_id: str, most: int, now: datetime, pause: timedelta
    ) -> str | None:
        """Count an attempt to enter a PIN; return the PIN's hash, or None while no more attempts are allowed."""
        values = {"org_id": org_id, "staff_id": staff_id, "most": most, "now": now}
        found: str | None = self.session.scalar(_ATTEMPT, {**values, "until": now + pause})
        return found

    def forgive(self, org_id: str, staff_id: str) -> None:
        """Reset the count of attempts."""
        self.session.execute(_FORGIVE, {"org_id": org_id, "staff_id": staff_id})

    def end_sessions(
        self,
        org_id: str,
        *,
        staff_id: str | None = None,
        till_id: str | None = None,
        before: datetime | None = None,
    ) -> None:
        """End the sessions of a person or of a device, or those that have expired."""
        own = delete(TillSession).where(TillSession.org_id == org_id)
        if staff_id is not None:
            own = own.where(TillSession.staff_id == staff_id)
        if till_id is not None:
            own = own.where(TillSession.till_id == till_id)
        if before is not None:
            own = own.where(TillSession.expires_at <= before)
        self.session.execute(own)

    def find_session(self, org_id: str, token_hash: str, now: datetime) -> TillSession | None:
        """Return a session that has not expired, at an enrolled device, of a person who was not removed; None if there
        is none.
        """
        return self.session.scalar(
            select(TillSession)
            .join(Till, (Till.org_id == org_id) & (Till.till_id == TillSession.till_id))
            .join(
                TillStaff,
                (TillStaff.org_id == org_id) & (TillStaff.staff_id == TillSession.staff_id),
            )
            .where(
                TillSession.org_id == org_id,
                TillSession.token_hash == token_hash,
                TillSession.expires_at > now,
                Till.revoked_at.is_(None),
                TillStaff.deleted_at.is_(None),
            )
        )

    def log(self, values: dict[str, Any]) -> bool:
        """Write an action; return False if it is already stored, for example because the request was repeated."""
        statement = insert(TillAction).values(**values).on_conflict_do_nothing()
        return self.session.scalar(statement.returning(TillAction.action_id)) is not None

    def done_since(self, org_id: str, staff_id: str, kind: str, since: datetime) -> int:
        """Return how much a person has done of a kind; their other requests wait until the transaction ends."""
        lock_until_commit(self.session, "till-limit", org_id, staff_id)
        own = select(func.coalesce(func.sum(TillAction.amount), 0)).where(
            TillAction.org_id == org_id,
            TillAction.staff_id == staff_id,
            TillAction.kind == kind,
            TillAction.done_at >= since,
        )
        return self.session.scalar(own) or 0

    def actions(self, org_id: str, limit: int, offset: int) -> tuple[Sequence[Row[Any]], int]:
        """Return a page of actions, newest first, with the names of people and devices, and the total number."""
        own: Any = select(
            TillAction.action_id,
            TillAction.kind,
            TillAction.amount,
            TillAction.customer_id,
            TillAction.done_at,
            Till.name.label("till"),
            TillStaff.name.label("staff"),
        ).where(
            TillAction.org_id == org_id,
            Till.org_id == org_id,
            Till.till_id == TillAction.till_id,
            TillStaff.org_id == org_id,
            TillStaff.staff_id == TillAction.staff_id,
        )
        ordered = own.order_by(TillAction.done_at.desc(), TillAction.action_id)
        total = select(func.count()).where(TillAction.org_id == org_id)
        rows = self.session.execute(ordered.limit(limit).offset(offset)).all()
        return rows, self.session.scalar(total) or 0
