"""An event of somebody who was erased: what happened stays, and nothing leads back to a person.

Migration 0021 says the same of events that wait in the outbox.
"""

import json
from collections.abc import Mapping
from typing import Any

OWN_IDS = (
    *("submission_id", "redemption_id", "play_id", "message_id", "order_id", "pass_id"),
    *("entry_id", "movement_id", "lot_id"),
)
"""Fields of an event that name one act, so that somebody with another list could find the person."""
_HIDDEN = ("sealed", "consents", "link", "target")
_PLACE = ("region", "city", "user_agent")


def stripped_data(data: Mapping[str, Any], event_id: str) -> dict[str, Any]:
    """An event's own fields, less what could lead back to a person."""
    kept = {name: value for name, value in data.items() if name not in _HIDDEN}
    return kept | {name: f"erased-{event_id}" for name in OWN_IDS if name in kept}


def stripped(row: Mapping[str, Any]) -> dict[str, Any]:
    """A row of the events table that says what happened and not to whom."""
    return {
        **row,
        "customer_key": None,
        "visitor_id": None,
        "visitor_kind": "none",
        **dict.fromkeys(_PLACE),
        "data": json.dumps(stripped_data(json.loads(row["data"]), row["event_id"])),
    }
