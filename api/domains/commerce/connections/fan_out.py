"""Follower of the outbox that creates a delivery for each connection that wants an event."""

from collections.abc import Collection, Sequence
from datetime import datetime

from sqlalchemy.orm import Session

from api.domains.commerce.connections.events import kept
from api.domains.commerce.connections.repository import (
    ConnectionRepository,
    DeliveryRepository,
    organizations_with_connections,
)
from api.jobs.outbox_followers import OutboxFollower, outbox_follower
from ingest.contracts.envelope import Event
from runtime.settings import Settings


def _organizations(session: Session, among: Collection[str]) -> Collection[str]:
    return organizations_with_connections(session, among)


def _take(
    session: Session,
    settings: Settings,  # noqa: ARG001
    org_id: str,
    events: Sequence[Event],
    now: datetime,  # noqa: ARG001
) -> None:
    """Create the deliveries for these events, for connections that existed when an event was recorded. Repeating it is
    harmless, because a connection has at most one delivery of each event.
    """
    wanted = [
        (it.connection_id, frozenset(it.event_kinds), it.created_at)
        for it in ConnectionRepository(session).list_all(org_id)
        if it.status != "disabled"
    ]
    deliveries = []
    for it in events:
        wanting = [
            connection_id
            for connection_id, kinds, since in wanted
            if it.type in kinds and it.received_at >= since
        ]
        values = kept(it) if wanting else None
        if values is not None:
            deliveries += [{**values, "connection_id": connection_id} for connection_id in wanting]
    DeliveryRepository(session).add_many(deliveries)


FAN_OUT = outbox_follower(OutboxFollower("connections", _organizations, _take))
