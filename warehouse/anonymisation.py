"""Events of erased persons: the facts remain, and nothing leads back to a person.

Migration 0021 applies the same rules to events that wait in the outbox.
"""

import json
from collections.abc import Mapping
from typing import Any

OWN_IDS = (
    *("submission_id", "redemption_id", "play_id", "message_id", "order_id", "pass_id"),
    *("entry_id", "movement_id", "lot_id"),
)
"""Fields of an event that identify one act, with which somebody who has another list could find the person."""
_HIDDEN = ("sealed", "consents", "link", "target")
_PLACE = ("region", "city", "user_agent")


def stripped_data(data: Mapping[str, Any], event_id: str) -> dict[str, Any]:
    """Return an event's own fields without those that could lead back to a person."""
    kept = {name: value for name, value in data.items() if name not in _HIDDEN}
    return kept | {name: f"erased-{event_id}" for name in OWN_IDS if name in kept}


def stripped(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return a row of the events table that shows what happened but not to whom."""
    return {
        **row,
        "customer_key": None,
        "visitor_id": None,
        "visitor_kind": "none",
        **dict.fromkeys(_PLACE),
        "data": json.dumps(stripped_data(json.loads(row["data"]), row["event_id"])),
    }
