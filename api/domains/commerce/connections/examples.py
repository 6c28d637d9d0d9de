"""What a vendor would get, before anything was sent: an example of an event."""

from datetime import datetime
from typing import Any
from uuid import UUID

from api.domains.commerce.connections.events import public_body
from api.domains.commerce.connections.schemas import EventPreview
from api.domains.commerce.connections.service import ConnectionService

_DETAILS: dict[str, dict[str, Any]] = {
    "scan": {"rule": None, "outcome": "page", "method": "GET"},
    "submit": {"submission_id": "sub_example", "form": "form_example", "fields": ["email"]},
    "redemption": {"kind": "promo_code", "is_first": True},
    "order": {
        "order_id": "1001",
        "source": "shopify",
        "status": "paid",
        "amount_cents": 2450,
        "currency": "USD",
        "item_count": 2,
    },
}


def example_event(kind: str, now: datetime) -> dict[str, Any]:
    """An event of this kind as it is kept for a delivery."""
    return {
        "event_id": str(UUID(int=0)),
        "type": kind,
        "org_id": "org_example",
        "code_id": "Ab3dE5fGhJ",
        "customer_key": "cus_example",
        "occurred_at": now.isoformat(),
        "context": {"country": "US", "city": "New York", "device": "phone"},
        "data": _DETAILS.get(kind, {}),
    }


def preview_of(
    connections: ConnectionService, org_id: str, connection_id: str, now: datetime
) -> EventPreview:
    """What a connection gets: the newest event, or an example."""
    newest = connections.newest_event(org_id, connection_id)
    if newest is not None:
        return EventPreview(kind=newest.kind, is_example=False, body=public_body(newest.event))
    row = connections.get(org_id, connection_id)
    kind = row.event_kinds[0] if row.event_kinds else "submit"
    return EventPreview(kind=kind, is_example=True, body=public_body(example_event(kind, now)))
