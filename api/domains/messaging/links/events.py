"""Builds the event of a click. The only module here that names the contract."""

from datetime import datetime
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID

from api.domains.codes.rules.types import Visit
from api.domains.messaging.links.visitor_repository import StoredLinks
from api.domains.visits.visits.events import visit_fields
from ingest.contracts.message import MessageDataV4, MessageRecordedV4
from ingest.outbox import OutboxRow, outbox_row

_LONGEST = 512


def click_recorded(
    links: StoredLinks, target: str, visit: Visit, event_id: UUID, now: datetime
) -> OutboxRow:
    """Return the event that a link was followed. Clicks of bots are recorded too, with the verdict."""
    fields: dict[str, Any] = visit_fields(visit)
    return outbox_row(
        MessageRecordedV4(
            event_id=event_id,
            org_id=links.org_id,
            code_id=links.code_id,
            campaign_id=links.source_id if links.source == "campaign" else None,
            customer_key=links.customer_id,
            occurred_at=now,
            received_at=now,
            is_demo=links.is_demo,
            **fields,
            data=MessageDataV4(
                message_id=links.message_id,
                channel=links.channel,
                status="clicked",
                source=links.source,
                source_id=links.source_id,
                step=links.step,
                variant=links.variant,
                link=urlsplit(target)._replace(query="", fragment="").geturl()[:_LONGEST],
            ),
        )
    )
