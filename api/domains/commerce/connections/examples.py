"""What a vendor would get, before anything was sent: the example of an event's contract."""

from datetime import datetime
from typing import Any, get_args

from api.domains.commerce.connections.events import example_of, public_body
from api.domains.commerce.connections.schemas import EventPreview
from api.domains.commerce.connections.service import ConnectionService
from api.integrations.ports.connector import EventKind


def example_event(kind: str, now: datetime) -> dict[str, Any]:
    """An event of this kind as it is kept for a delivery."""
    return {**example_of(kind), "occurred_at": now.isoformat()}


def catalogue() -> dict[str, dict[str, Any]]:
    """An example of each kind of event as receivers get it, by kind."""
    return {kind: public_body(example_of(kind)) for kind in get_args(EventKind)}


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
