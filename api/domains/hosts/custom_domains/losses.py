"""Domains whose proof is gone, for mails to owners."""

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
    """Lost domains of an organisation whose owners were not told, marked as told."""
    domains = DomainRepository(session)
    found = domains.find_unreported(org_id)
    domains.mark_reported(found, now)
    return [LostDomain(it.host, it.token, it.problem, it.lost_at) for it in found]


def organizations_with_unreported(session: Session) -> list[str]:
    """Organisations with lost domains whose owners were not told."""
    return DomainRepository(session).organizations_with_unreported()
