"""Domains that failed verification, for mails to owners."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.orm import Session

from api.domains.hosts.custom_domains.repository import DomainRepository


@dataclass(frozen=True, slots=True)
class LostDomain:
    """A domain whose proof is gone, and what would prove it again."""

    host: str
    token: str
    problem: str | None
    lost_at: datetime | None


def take_unreported(session: Session, org_id: str, now: datetime) -> list[LostDomain]:
    """Domains of an organisation that failed verification and were not reported yet, now marked as reported."""
    domains = DomainRepository(session)
    found = domains.find_unreported(org_id)
    domains.mark_reported(found, now)
    return [LostDomain(it.host, it.token, it.problem, it.lost_at) for it in found]


def organizations_with_unreported(session: Session) -> list[str]:
    """Organisations with failed domains whose owners were not notified."""
    return DomainRepository(session).organizations_with_unreported()
