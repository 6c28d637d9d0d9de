"""What the nightly check of destinations found, for the dashboard and for mails to owners."""

from datetime import datetime

from sqlalchemy.orm import Session

from api.domains.codes.health.repository import CodeHealthRepository, Finding
from api.domains.codes.health.schemas import ListCodeHealth
from api.domains.codes.health.types import BrokenDestination


class CodeHealthService:
    """Findings of the organisation whose session it is given."""

    def __init__(self, session: Session) -> None:
        self._findings = CodeHealthRepository(session)

    def list_findings(self, org_id: str, body: ListCodeHealth) -> tuple[list[Finding], int]:
        """One page of findings with the codes' names, and how many there are."""
        return self._findings.list_findings(org_id, body)

    def take_unreported(self, org_id: str, now: datetime) -> list[BrokenDestination]:
        """Broken destinations whose owners were not notified, now marked as reported; broken longest first."""
        found = self._findings.find_unreported(org_id, now)
        self._findings.mark_reported([check for check, _ in found], now)
        broken = [
            BrokenDestination(
                code_id=check.code_id,
                name=name,
                url=check.url,
                state=check.state,
                reason=check.reason,
                broken_since=check.broken_since,
            )
            for check, name in found
        ]
        return sorted(broken, key=lambda it: (it.broken_since or now, it.name, it.url))


def organizations_with_unreported(session: Session, now: datetime) -> list[str]:
    """Organisations with broken destinations whose owners were not notified."""
    return CodeHealthRepository(session).organizations_with_unreported(now)
