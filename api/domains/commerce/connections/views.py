"""Connections in the form that callers receive, never with their credentials."""

from collections.abc import Sequence

from api.domains.commerce.connections.models import (
    Connection,
    ConnectionDelivery,
    ConnectionRequest,
)
from api.domains.commerce.connections.schemas import (
    ConnectionRead,
    DeliveryRead,
    KeyFieldRead,
    RequestRead,
    VendorRead,
)
from api.integrations.ports.connector import VendorDescription


def connection_read(row: Connection, counts: dict[str, int]) -> ConnectionRead:
    """Return a connection with its health."""
    return ConnectionRead.model_validate(
        {
            "connection_id": row.connection_id,
            "vendor": row.vendor,
            "name": row.name,
            "status": row.status,
            "health": _health(row),
            "account": row.account,
            "scopes": row.scopes,
            "event_kinds": row.event_kinds,
            "settings": row.settings,
            "version": row.version,
            "created_at": row.created_at,
            "last_ok_at": row.last_ok_at,
            "failing_since": row.failing_since,
            "broken_since": row.broken_since,
            "last_error": row.last_error,
            "deliveries": counts,
        }
    )


def _health(row: Connection) -> str:
    if row.status == "paused":
        return "paused"
    if row.status in ("broken", "disabled"):
        return "broken"
    return "failing" if row.failing_since is not None else "good"


def vendor_read(it: VendorDescription, missing: Sequence[str]) -> VendorRead:
    """Return the description of a vendor that can be connected."""
    return VendorRead(
        vendor=it.vendor,
        title=it.title,
        fields=[
            KeyFieldRead(
                name=field.name,
                is_secret=field.is_secret,
                is_required=field.is_required,
                is_file=field.is_file,
            )
            for field in it.fields
        ],
        uses_oauth=it.uses_oauth and not (it.takes_keys and missing),
        takes_keys=it.takes_keys,
        is_ready=it.takes_keys or not missing,
        missing_settings=[] if it.takes_keys else list(missing),
        event_kinds=list(it.event_kinds),
        default_kinds=list(it.default_kinds),
        is_marketing=it.is_marketing,
        max_connections=it.max_connections,
        makes_secret=it.makes_secret,
        profile_fields=list(it.profile_fields),
        names_events=it.names_events,
        has_orders=it.has_orders,
    )


def delivery_read(row: ConnectionDelivery) -> DeliveryRead:
    """Return one event for a connection."""
    is_waiting = row.state == "waiting"
    return DeliveryRead.model_validate(
        {
            "delivery_id": row.delivery_id,
            "event_id": str(row.event_id),
            "kind": row.kind,
            "state": row.state,
            "tries": row.tries,
            "created_at": row.created_at,
            "due_at": row.due_at if is_waiting else None,
            "ended_at": row.ended_at,
            "last_status": row.last_status,
            "last_answer": row.last_answer,
        }
    )


def request_read(row: ConnectionRequest) -> RequestRead:
    """Return one request to the vendor."""
    return RequestRead.model_validate(row)
