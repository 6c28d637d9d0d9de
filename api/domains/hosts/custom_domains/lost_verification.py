"""Domains that failed verification, for emails to owners."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.orm import Session

from api.domains.hosts.custom_domains.repository import DomainRepository


@dataclass(frozen=True, slots=True)
class LostDomain:
    """A domain that is no longer verified, and the record or file that would verify it again."""

    host: str
    token: str
    problem: str | None
    lost_at: datetime | None


def take_unreported(session: Session, org_id: str, now: datetime) -> list[LostDomain]:
    """Return the domains of an organisation that failed verification and have not been reported yet, and mark them as
    reported.
    """
    domains = DomainRepository(session)
    found = domains.find_unreported(org_id)
    domains.mark_reported(found, now)
    return [LostDomain(it.host, it.token, it.problem, it.lost_at) for it in found]


def organizations_with_unreported(session: Session) -> list[str]:
    """Return the organisations with failed domains of which the owners have not been notified."""
    return DomainRepository(session).organizations_with_unreported()
