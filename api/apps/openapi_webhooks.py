"""Webhooks in the OpenAPI document: one for each kind of event, with the example and the fields of its contract."""

from typing import Any

from api.domains.commerce.connections.examples import catalogue
from ingest.contracts.registry import CONTRACTS

_ABOUT = {
    "scan": "A code was opened.",
    "view": "A page was seen.",
    "use": "Somebody used a page: clicked, played, shared.",
    "submit": "A form was sent.",
    "vote": "A vote was cast in a poll.",
    "play": "A game was played.",
    "redemption": "A promo code, pass or one-time code was used, or its use undone.",
    "message": "A message was queued, sent, delivered, opened, clicked, failed or unsubscribed from.",
    "pass": "A pass was made, added to a wallet, changed or removed.",
    "order": "An order was placed, paid or refunded.",
    "issue": "Codes of a batch were issued.",
    "segment": "A customer entered or left a segment.",
    "referral": "A referral was made, settled or rewarded.",
    "points": "Points or stamps were earned, spent or expired.",
    "award": "A reward was given, redeemed or expired.",
    "prize": "A prize was won, claimed or redeemed.",
}
_TEXT: dict[str, Any] = {"type": ["string", "null"]}


def webhooks() -> dict[str, Any]:
    """Return the requests that endpoints receive, by kind."""
    return {kind: _webhook(kind, example) for kind, example in catalogue().items()}


def _webhook(kind: str, example: dict[str, Any]) -> dict[str, Any]:
    version = max(version for name, version in CONTRACTS if name == kind)
    details = CONTRACTS[kind, version].model_fields["data"].annotation
    assert details is not None
    schema = details.model_json_schema()
    schema.get("properties", {}).pop("sealed", None)
    body = {
        "type": "object",
        "required": ["type", "timestamp", "data"],
        "properties": {
            "type": {"const": kind},
            "timestamp": {"type": "string", "format": "date-time"},
            "data": {
                "type": "object",
                "properties": {
                    "event_id": {"type": "string", "description": "Handle each once"},
                    "code_id": _TEXT,
                    "page_id": _TEXT,
                    "campaign_id": _TEXT,
                    "customer_id": _TEXT,
                    "context": {"type": "object", "description": "Where and on what it happened"},
                    "details": schema,
                },
            },
        },
    }
    return {
        "post": {
            "operationId": f"webhook_{kind}",
            "summary": _ABOUT[kind].removesuffix("."),
            "description": f"{_ABOUT[kind]} Signed as Standard Webhooks asks: `webhook-id`, "
            "`webhook-timestamp` and `webhook-signature`.",
            "requestBody": {
                "required": True,
                "content": {"application/json": {"schema": body, "example": example}},
            },
            "responses": {
                "2XX": {"description": "Taken. Anything else is tried again for three days."},
                "410": {"description": "No more events are wanted; the endpoint is disabled."},
            },
        }
    }
