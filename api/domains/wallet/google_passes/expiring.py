"""Google keys that expire soon, for emails to owners."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.orm import Session

from api.domains.wallet.google_passes.repository import AccountRepository
from api.domains.wallet.passes.certificates import EXPIRES_SOON


@dataclass(frozen=True, slots=True)
class ExpiringKey:
    """A key of a service account that has to be replaced."""

    account: str
    expires_at: datetime


def organizations_with_unreported(session: Session, now: datetime) -> list[str]:
    """Return the organisations with a key that expires soon and whose owners have not been notified."""
    return AccountRepository(session).organizations_to_warn(now + EXPIRES_SOON)


def take_unreported(session: Session, org_id: str, now: datetime) -> ExpiringKey | None:
    """Return the key of an organisation that expires soon and was not reported yet, and mark it as reported."""
    row = AccountRepository(session).find(org_id)
    if row is None or row.is_development or row.key_expires_at is None:
        return None
    if row.key_expires_at >= now + EXPIRES_SOON or row.warned_of == row.key_expires_at:
        return None
    row.warned_of = row.key_expires_at
    session.flush()
    return ExpiringKey(row.account, row.key_expires_at)
