"""Sample events for a vendor before anything has been sent, from the examples in the event contracts."""

from datetime import datetime
from typing import Any, get_args

from api.domains.commerce.connections.checks import checked_settings
from api.domains.commerce.connections.errors import invalid
from api.domains.commerce.connections.events import example_of, public_body
from api.domains.commerce.connections.schemas import EventPreview, PlannedRequestRead, PreviewEvent
from api.domains.commerce.connections.service import ConnectionService
from api.integrations.connector import DESCRIPTIONS, planned_connector
from api.integrations.ports.connector import (
    Delivery,
    EventKind,
    Person,
    Receipt,
    RequestRefused,
)
from api.integrations.vendor_http import Plan
from runtime.settings import Settings


def example_event(kind: str, now: datetime) -> dict[str, Any]:
    """Return an example of this kind of event, in the form that is stored for a delivery."""
    return {**example_of(kind), "occurred_at": now.isoformat()}


def catalogue() -> dict[str, dict[str, Any]]:
    """Return an example of each kind of event as receivers get it, by kind."""
    return {kind: public_body(example_of(kind)) for kind in get_args(EventKind)}


SAMPLE = Person(
    customer_id="cus_sample",
    email="ana@example.com",
    phone="+14155550143",
    first_name="Ana",
    last_name="Example",
    language="en",
    birthday="1990-05-17",
    time_zone="America/New_York",
    source="form",
    may_email=True,
    may_text=True,
)
"""A sample customer who agreed to marketing."""
SAMPLE_ANSWERS = {"favourite": "Espresso"}


def preview_of(
    connections: ConnectionService,
    settings: Settings,
    org_id: str,
    body: PreviewEvent,
    now: datetime,
) -> EventPreview:
    """Preview what a connection would receive for its newest event, or for an example, if its customer were a sample
    person.

    Raises:
        ConnectionNotFound: there is no such connection.
        Invalid: the settings are wrong, or the vendor does not receive such events.
    """
    row = connections.get(org_id, body.connection_id)
    newest = (
        connections.newest_event(org_id, body.connection_id) if body.event_kind is None else None
    )
    chosen = row.event_kinds[0] if row.event_kinds else "submit"
    kind = newest.kind if newest is not None else body.event_kind or chosen
    event = newest.event if newest is not None else example_event(kind, now)
    description = DESCRIPTIONS[row.vendor]
    if body.event_kind is not None and body.event_kind not in description.event_kinds:
        raise invalid("event_kind", "is not sent to this vendor.", "unknown_event_kind")
    if not description.event_kinds:
        raise invalid("connection_id", "belongs to a vendor that receives no events.", "no_events")
    given = row.settings if body.settings is None else body.settings
    delivery = Delivery(
        event_id=str(event["event_id"]),
        kind=kind,
        occurred_at=now,
        body=public_body(event),
        person=SAMPLE,
        answers=SAMPLE_ANSWERS if kind == "submit" else {},
    )
    keys = {it.name: "0" for it in description.fields} | {"secret": "", "email": ""}
    requests: Plan = []
    try:
        (receipt,) = planned_connector(settings, row.vendor, requests).send(
            keys, checked_settings(description, given), [delivery]
        )
    except RequestRefused as refused:
        receipt = Receipt("refused", text=refused.text)
    return EventPreview(
        kind=kind,
        is_example=newest is None,
        body=delivery.body,
        outcome=receipt.outcome,
        reason=receipt.text,
        requests=[PlannedRequestRead.model_validate(it) for it in requests],
    )
