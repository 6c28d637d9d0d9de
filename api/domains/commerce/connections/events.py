"""Events on their way to vendors: what is kept of them, and how they are documented to receivers.

What tells visitors apart and what only our own rules read never leaves; answers of forms stay encrypted until they
are sent.
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
    """What is kept of an event until it is sent, as columns; None for visits of bots and link previews, and for the
    demonstration.
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
    """The example of a kind's contract as it is kept until it is sent, as if it were of a person."""
    event = newest_example(kind).model_copy(update={"verdicts": None, "is_demo": False})
    content: dict[str, Any] = (kept(event) or {})["event"]
    return content


def public_body(content: Mapping[str, Any]) -> dict[str, Any]:
    """An event as receivers get it (docs/connections.md)."""
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
    """The encrypted answers of a form, if it is one."""
    sealed: str | None = (content.get("data") or {}).get("sealed")
    return sealed


def occurred_at(content: Mapping[str, Any]) -> datetime:
    """When it happened."""
    return datetime.fromisoformat(content["occurred_at"])
