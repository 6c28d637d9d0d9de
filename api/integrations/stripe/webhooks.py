"""Events from Stripe, after the SDK has verified their signature.

https://docs.stripe.com/webhooks#verify-official-libraries
"""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import stripe

from api.integrations.ports.payment_provider import PaymentEvent, WebhookRefused


def read_event(body: bytes, signature: str, secret: str) -> PaymentEvent:
    """Return the event in a request to the webhook endpoint.

    Raises:
        WebhookRefused: the request is not signed with the secret, is older than five minutes, or is not an event.
    """
    try:
        event = stripe.Webhook.construct_event(body, signature, secret).to_dict()
        return _event(event)
    except stripe.SignatureVerificationError as error:
        raise WebhookRefused("not signed") from error
    except (ValueError, TypeError, LookupError, AttributeError) as error:
        raise WebhookRefused("no event") from error


def _event(event: Mapping[str, Any]) -> PaymentEvent:
    about: Mapping[str, Any] = event["data"]["object"]
    kind = about.get("object")
    customer = about["id"] if kind == "customer" else about.get("customer")
    intent = about["id"] if kind == "payment_intent" else about.get("payment_intent")
    return PaymentEvent(
        event_id=str(event["id"]),
        kind=str(event["type"]),
        is_live=bool(event["livemode"]),
        occurred_at=datetime.fromtimestamp(int(event["created"]), UTC),
        customer_id=_id_of(customer),
        org_id=(about.get("metadata") or {}).get("org_id"),
        intent_id=_id_of(intent),
    )


def _id_of(given: Any) -> str | None:
    """Return the ID of a field that may be expanded."""
    if isinstance(given, Mapping):
        given = given.get("id")
    return str(given) if given else None
