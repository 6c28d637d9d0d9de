"""Results of the nightly check of destinations, for the dashboard and for emails to owners."""

from datetime import datetime

from sqlalchemy.orm import Session

from api.domains.codes.health.repository import CodeHealthRepository, Finding
from api.domains.codes.health.schemas import ListCodeHealth
from api.domains.codes.health.types import BrokenDestination


class CodeHealthService:
    """Findings of the organisation to which the session belongs."""

    def __init__(self, session: Session) -> None:
        self._findings = CodeHealthRepository(session)

    def list_findings(self, org_id: str, body: ListCodeHealth) -> tuple[list[Finding], int]:
        """Return one page of findings with the codes' names, and the total number."""
        return self._findings.list_findings(org_id, body)

    def take_unreported(self, org_id: str, now: datetime) -> list[BrokenDestination]:
        """Return the broken destinations of which the owners have not been notified, those broken longest first, and
        mark them as reported.
        """
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
    """Return the organisations with broken destinations of which the owners have not been notified."""
    return CodeHealthRepository(session).organizations_with_unreported(now)
