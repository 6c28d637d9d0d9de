"""Events of one-time codes. The only module here that names the contracts."""

from datetime import datetime
from typing import Literal
from uuid import UUID

from ingest.contracts.issue import IssueData, IssueRecorded


def one_time_codes_changed(
    action: Literal["issued", "voided"],
    *,
    org_id: str,
    base_code_id: str,
    batch_id: str,
    codes: int,
    event_id: UUID,
    now: datetime,
) -> IssueRecorded:
    """Return the event that one-time codes of a batch were issued, or were withdrawn unused. Each can be used once."""
    return IssueRecorded(
        event_id=event_id,
        org_id=org_id,
        code_id=base_code_id,
        occurred_at=now,
        received_at=now,
        data=IssueData(
            batch_id=batch_id, kind="one_time_code", action=action, codes=codes, uses=codes
        ),
    )
