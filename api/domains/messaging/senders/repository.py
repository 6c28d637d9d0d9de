"""All statements about numbers, names and messaging services."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import delete, func, select, text, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from api.db.advisory_locks import lock_until_commit
from api.db.tenancy import Repository
from api.domains.messaging.senders.models import SmsNumber, SmsSenderName, SmsService

_USE_SENDER = text("select use_sender(:sender, :per_second, :segments, :now, :all)")


class NumberRepository(Repository[SmsNumber]):
    """Numbers of one organisation, through one database session."""

    model = SmsNumber

    def list_all(self, org_id: str) -> Sequence[SmsNumber]:
        """Return all numbers: first the one from which messages are sent, then by age, oldest first."""
        chosen = SmsNumber.default_since.desc().nulls_last()
        return self.session.scalars(
            self.scoped(org_id).order_by(chosen, SmsNumber.bought_at, SmsNumber.number_id)
        ).all()

    def choose(self, org_id: str, number_id: str, now: datetime) -> bool:
        """Make a number the one from which messages are sent. Return False if it does not exist."""
        chosen = (
            update(SmsNumber)
            .where(SmsNumber.org_id == org_id, SmsNumber.number_id == number_id)
            .values(default_since=now)
            .returning(SmsNumber.number_id)
        )
        return self.session.scalar(chosen) is not None

    def count(self, org_id: str) -> int:
        """Return how many numbers there are, and lock them until the transaction ends."""
        lock_until_commit(self.session, "sms-numbers", org_id)
        own = self.scoped(org_id).subquery()
        return self.session.scalar(select(func.count()).select_from(own)) or 0

    def find(self, org_id: str, phone: str) -> SmsNumber | None:
        """Return a number of the organisation."""
        return self.session.scalar(self.scoped(org_id).where(SmsNumber.phone == phone))

    def add(self, values: Mapping[str, Any]) -> SmsNumber | None:
        """Store a number. Return None if an organisation already has it."""
        added = insert(SmsNumber).values(**values).on_conflict_do_nothing()
        return self.session.scalar(added.returning(SmsNumber))

    def set_rate(self, org_id: str, number_id: str, per_second: int) -> bool:
        """Set how many segments per second a number sends. Return False if it does not exist."""
        changed = (
            update(SmsNumber)
            .where(SmsNumber.org_id == org_id, SmsNumber.number_id == number_id)
            .values(per_second=per_second)
            .returning(SmsNumber.number_id)
        )
        return self.session.scalar(changed) is not None


class ServiceRepository(Repository[SmsService]):
    """The messaging service of one organisation, through one database session."""

    model = SmsService

    def find(self, org_id: str) -> SmsService | None:
        """Return the service, if there is one."""
        return self.session.scalar(self.scoped(org_id))

    def lock(self, org_id: str) -> None:
        """Prevent others from creating or changing the service, or buying numbers, until the transaction ends."""
        lock_until_commit(self.session, "sms-numbers", org_id)

    def add(self, values: Mapping[str, Any]) -> SmsService:
        """Store the service."""
        row = SmsService(**values)
        self.session.add(row)
        self.session.flush()
        return row


class NameRepository(Repository[SmsSenderName]):
    """Sender names for the text messages of one organisation, through one database session."""

    model = SmsSenderName

    def list_all(self, org_id: str) -> Sequence[SmsSenderName]:
        """Return all names by country."""
        return self.session.scalars(self.scoped(org_id).order_by(SmsSenderName.country)).all()

    def save(self, values: Mapping[str, Any]) -> None:
        """Store the name for a country, replacing an existing one."""
        added = insert(SmsSenderName).values(**values)
        self.session.execute(
            added.on_conflict_do_update(
                index_elements=["org_id", "country"],
                set_={
                    name: added.excluded[name]
                    for name in ("name", "is_registered", "changed_at", "changed_by")
                },
            )
        )

    def remove(self, org_id: str, country: str) -> bool:
        """Remove the name for a country. Return False if there is none."""
        removed = (
            delete(SmsSenderName)
            .where(SmsSenderName.org_id == org_id, SmsSenderName.country == country)
            .returning(SmsSenderName.country)
        )
        return self.session.scalar(removed) is not None


def use_sender(
    session: Session,
    sender: str,
    per_second: int,
    segments: int,
    now: datetime,
    *,
    all_of_them: bool = False,
) -> int:
    """Return how many of the segments a sender may send now, for all organisations together."""
    values = {
        "sender": sender,
        "per_second": per_second,
        "segments": segments,
        "now": now,
        "all": all_of_them,
    }
    return session.scalar(_USE_SENDER, values) or 0
