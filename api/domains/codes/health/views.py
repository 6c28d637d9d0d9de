"""Converts findings to API responses."""

from api.domains.codes.health.repository import Finding
from api.domains.codes.health.schemas import DestinationFinding


def finding(row: Finding) -> DestinationFinding:
    """Return one checked address of a code."""
    check, name = row
    return DestinationFinding(
        code_id=check.code_id,
        name=name,
        url=check.url,
        state=check.state,
        status=check.status,
        reason=check.reason,
        checked_at=check.checked_at,
        broken_since=check.broken_since,
    )
