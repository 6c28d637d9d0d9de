"""Builds the events of segments. This is the only file of the domain that names the contracts."""

from datetime import datetime
from typing import Literal
from uuid import UUID

from ingest.contracts.segment import SegmentData, SegmentRecorded


def segment_changed(
    org_id: str,
    segment_id: str,
    customer_id: str,
    action: Literal["entered", "left"],
    *,
    is_demo: bool,
    event_id: UUID,
    now: datetime,
) -> SegmentRecorded:
    """Record that a customer entered or left a segment. The event contains only the customer's key."""
    return SegmentRecorded(
        event_id=event_id,
        org_id=org_id,
        customer_key=customer_id,
        occurred_at=now,
        received_at=now,
        is_demo=is_demo,
        data=SegmentData(segment_id=segment_id, action=action),
    )
