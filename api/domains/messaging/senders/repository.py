"""Every statement about numbers."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import func, select, update
from sqlalchemy.dialects.postgresql import insert

from api.db.advisory_locks import lock_until_commit
from api.db.tenancy import Repository
from api.domains.messaging.senders.models import SmsNumber


class NumberRepository(Repository[SmsNumber]):
    """Numbers of one organisation, through one session."""

    model = SmsNumber

    def list_all(self, org_id: str) -> Sequence[SmsNumber]:
        """All: first the one that messages come from, then the oldest."""
        chosen = SmsNumber.default_since.desc().nulls_last()
        return self.session.scalars(
            self.scoped(org_id).order_by(chosen, SmsNumber.bought_at, SmsNumber.number_id)
        ).all()

    def choose(self, org_id: str, number_id: str, now: datetime) -> bool:
        """Make a number the one that messages come from; False if there is none."""
        chosen = (
            update(SmsNumber)
            .where(SmsNumber.org_id == org_id, SmsNumber.number_id == number_id)
            .values(default_since=now)
            .returning(SmsNumber.number_id)
        )
        return self.session.scalar(chosen) is not None

    def count(self, org_id: str) -> int:
        """How many there are; locks them until the transaction ends."""
        lock_until_commit(self.session, "sms-numbers", org_id)
        own = self.scoped(org_id).subquery()
        return self.session.scalar(select(func.count()).select_from(own)) or 0

    def find(self, org_id: str, phone: str) -> SmsNumber | None:
        """A number of the organisation."""
        return self.session.scalar(self.scoped(org_id).where(SmsNumber.phone == phone))

    def add(self, values: Mapping[str, Any]) -> SmsNumber | None:
        """Store a number; None if an organisation has it."""
        added = insert(SmsNumber).values(**values).on_conflict_do_nothing()
        return self.session.scalar(added.returning(SmsNumber))
