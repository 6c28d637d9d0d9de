"""The entries for segments in tests/support/calls.py, and the rows that they need."""

from collections.abc import Callable
from typing import Any

from tests.support.call import Call

RULES: dict[str, Any] = {
    "kind": "all",
    "conditions": [
        {"kind": "tag", "values": ["regular"]},
        {
            "kind": "any",
            "conditions": [
                {"kind": "behaviour", "act": "submit", "times": 1, "within": {"last_days": 30}},
                {"kind": "birthday", "months": [5]},
            ],
        },
    ],
}


def segment_rows(
    call: Callable[[str, dict[str, Any]], dict[str, Any]], customer_id: str, mark: str
) -> dict[str, str]:
    """Create a segment with rules, a list with a customer, and a segment that nothing uses; return their ids."""
    made = {
        name: call("/v1/save-segment", {"name": f"{mark} {name}", **rules})["segment_id"]
        for name, rules in (
            ("segment", {"rules": RULES}),
            ("list_segment", {}),
            ("spare_segment", {"rules": RULES}),
        )
    }
    call("/v1/change-segment-members", {"segment_id": made["list_segment"], "add": [customer_id]})
    return made


def _segment(ids: dict[str, str]) -> dict[str, Any]:
    return {"segment_id": ids["segment"]}


SEGMENT_CALLS: dict[tuple[str, str], Call] = {
    ("POST", "/v1/list-segments"): Call("viewer", lambda _: {}),
    ("POST", "/v1/get-segment"): Call("viewer", _segment),
    ("POST", "/v1/save-segment"): Call(
        "editor", lambda ids: {**_segment(ids), "name": "Regulars", "rules": RULES}
    ),
    ("POST", "/v1/delete-segment"): Call(
        "editor", lambda ids: {"segment_id": ids["spare_segment"]}, takes_away=1
    ),
    ("POST", "/v1/preview-segment"): Call("viewer", lambda _: {"rules": RULES}),
    ("POST", "/v1/change-segment-members"): Call(
        "editor",
        lambda ids: {"segment_id": ids["list_segment"], "add": [ids["customer_twin"]]},
    ),
    ("POST", "/v1/import-segment-members"): Call(
        "editor",
        lambda ids: {"segment_id": ids["list_segment"], "contacts": ["ana@example.com"]},
    ),
}
