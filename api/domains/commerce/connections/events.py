"""Events on their way to vendors: which parts are stored, and how they are documented for receivers.

Values that identify a visitor, or that only Waypost's own rules use, are never sent. Form answers stay encrypted until
they are sent.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from ingest.contracts.envelope import Event
from ingest.contracts.samples import newest_example

_CONTEXT = (
    "country",
    "region",
    "city",
    "device",
    "system",
    "browser",
    "language",
    "referrer",
    "utm_source",
    "utm_medium",
    "utm_campaign",
    "utm_term",
    "utm_content",
)
_LEAVES_OUT = {"visitor", "verdicts", "received_at", "version", "is_demo"}


def kept(event: Event) -> dict[str, Any] | None:
    """Return the parts of an event that are stored until it is sent, as column values; None for visits by bots and link
    previews, and for demo data.
    """
    verdicts = event.verdicts
    if event.is_demo or (verdicts is not None and (verdicts.is_bot or verdicts.is_preview)):
        return None
    content = event.model_dump(mode="json", exclude_none=True, exclude=_LEAVES_OUT)
    context = content.get("context") or {}
    content["context"] = {name: context[name] for name in _CONTEXT if context.get(name)}
    return {
        "org_id": event.org_id,
        "event_id": event.event_id,
        "kind": event.type,
        "customer_id": event.customer_key,
        "event": content,
    }


def example_of(kind: str) -> dict[str, Any]:
    """Return the example from a kind's contract in the form in which events are stored until they are sent, as if a
    person had caused it.
    """
    event = newest_example(kind).model_copy(update={"verdicts": None, "is_demo": False})
    content: dict[str, Any] = (kept(event) or {})["event"]
    return content


def public_body(content: Mapping[str, Any]) -> dict[str, Any]:
    """Return an event in the form that receivers get (docs/connections.md)."""
    details = {name: it for name, it in (content.get("data") or {}).items() if name != "sealed"}
    return {
        "type": content["type"],
        "timestamp": content["occurred_at"],
        "data": {
            "event_id": content["event_id"],
            "code_id": content.get("code_id"),
            "page_id": content.get("page_id"),
            "campaign_id": content.get("campaign_id"),
            "customer_id": content.get("customer_key"),
            "context": content.get("context") or {},
            "details": details,
        },
    }


def sealed_answers(content: Mapping[str, Any]) -> str | None:
    """Return the encrypted answers if the event is a form submission; None otherwise."""
    sealed: str | None = (content.get("data") or {}).get("sealed")
    return sealed


def occurred_at(content: Mapping[str, Any]) -> datetime:
    """Return when the event happened."""
    return datetime.fromisoformat(content["occurred_at"])
