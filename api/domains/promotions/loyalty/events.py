"""Builds the events of the ledger. This is the only file here that names the contracts."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import Row

from ingest.contracts.points import PointsData, PointsRecorded


def points_recorded(
    org_id: str, entry: Row[Any], *, is_demo: bool, event_id: UUID, now: datetime
) -> PointsRecorded:
    """Return the event for points or stamps given or taken. It names the customer by a key, that of the profile to
    which the lot belongs.
    """
    return PointsRecorded(
        event_id=event_id,
        org_id=org_id,
        code_id=entry.code_id,
        customer_key=entry.customer_id,
        occurred_at=now,
        received_at=now,
        is_demo=is_demo,
        data=PointsData(**{name: getattr(entry, name) for name in PointsData.model_fields}),
    )
