"""Builds the events of messages. The only module here that names the contracts."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Literal

from uuid_utils.compat import uuid7

from api.domains.messaging.messages.types import MessageState
from ingest.contracts.message import MessageDataV4, MessageRecordedV4

Status = Literal[
    "queued",
    "refused",
    "cancelled",
    "sent",
    "delivered",
    "failed",
    "bounced",
    "clicked",
    "replied",
    "unsubscribed",
    "charged",
]
STATUS_OF: dict[MessageState, Status] = {
    "queued": "queued",
    "refused": "refused",
    "cancelled": "cancelled",
    "sent": "sent",
    "delivered": "delivered",
    "undelivered": "failed",
    "failed": "failed",
    "bounced": "bounced",
}
"""The recorded status of each state. Transient states are not recorded."""


def message_event(
    row: Mapping[str, Any], status: Status, *, is_demo: bool, now: datetime
) -> MessageRecordedV4:
    """Return the event that a message changed its status. It contains its recipient only as a key, and not its
    content.
    """
    is_charged = status == "charged"
    return MessageRecordedV4(
        event_id=uuid7(),
        org_id=row["org_id"],
        code_id=row["code_id"],
        campaign_id=row["source_id"] if row["source"] == "campaign" else None,
        customer_key=row["customer_id"],
        occurred_at=now,
        received_at=now,
        is_demo=is_demo,
        data=MessageDataV4(
            message_id=row["message_id"],
            channel=row["channel"],
            status=status,
            failure=row["reason"] or None if status in ("refused", "failed", "bounced") else None,
            source=row["source"],
            source_id=row["source_id"],
            step=row["step"],
            variant=row["variant"],
            segments=row["segments"],
            cost_micros=row["cost_micros"] if is_charged else None,
            currency=row["currency"] if is_charged else None,
        ),
    )
