"""Builds the events of the ledger. The only file here that names the contracts."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import Row

from ingest.contracts.points import PointsData, PointsRecorded


def points_recorded(
    org_id: str, entry: Row[Any], *, is_demo: bool, event_id: UUID, now: datetime
) -> PointsRecorded:
    """Something was given or taken. The customer is a key: that of the profile which has the lot."""
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
