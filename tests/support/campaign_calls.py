"""The entries for campaigns and automations in tests/support/calls.py, and the rows that they need."""

from collections.abc import Callable
from typing import Any

from tests.support.automation_calls import AUTOMATION_CALLS
from tests.support.call import Call


def campaign_plan(name: str, segment_id: str | None = None, **more: Any) -> dict[str, Any]:
    """Return a campaign by text message, to a segment or to everyone."""
    audience = {"kind": "segment", "id": segment_id} if segment_id else {"kind": "everyone"}
    text = "Hi {{customer.first_name|there}}, cake is on us today. Reply STOP to opt out."
    contents = [{"language": "en", "sms": text}]
    return {
        "name": name,
        "channel": "sms",
        "audience": audience,
        "variants": [{"contents": contents}],
        **more,
    }


def campaign_rows(
    call: Callable[[str, dict[str, Any]], dict[str, Any]], segment_id: str, mark: str
) -> dict[str, str]:
    """Create a draft and return its ID."""
    made = call("/v1/save-campaign", campaign_plan(f"{mark} cake", segment_id))
    return {"campaign": made["campaign_id"]}


def _campaign(ids: dict[str, str]) -> dict[str, Any]:
    return {"campaign_id": ids["campaign"]}


def _nothing(_ids: dict[str, str]) -> dict[str, Any]:
    return {}


CAMPAIGN_CALLS: dict[tuple[str, str], Call] = {
    **AUTOMATION_CALLS,
    ("POST", "/v1/list-campaigns"): Call("viewer", _nothing),
    ("POST", "/v1/get-campaign"): Call("viewer", _campaign),
    ("POST", "/v1/save-campaign"): Call(
        "editor", lambda ids: {**campaign_plan("Cake for all", ids["segment"]), **_campaign(ids)}
    ),
    ("POST", "/v1/copy-campaign"): Call("editor", _campaign),
    ("POST", "/v1/archive-campaign"): Call(
        "editor", lambda ids: {**_campaign(ids), "is_archived": False}
    ),
    ("POST", "/v1/list-campaign-edits"): Call("viewer", _campaign),
    ("POST", "/v1/preview-campaign"): Call(
        "viewer",
        lambda ids: {
            "channel": "sms",
            "contents": [{"language": "en", "sms": "Hi {{customer.name|you}}"}],
            "customer_id": ids["customer"],
        },
    ),
    ("POST", "/v1/explain-campaign"): Call(
        "viewer", lambda ids: {**_campaign(ids), "customer_id": ids["customer"]}
    ),
    ("POST", "/v1/get-campaign-numbers"): Call(
        "viewer", lambda ids: {"campaign_ids": [ids["campaign"]]}, foreign=200
    ),
    ("POST", "/v1/check-campaign"): Call("viewer", _campaign),
    ("POST", "/v1/check-campaign-links"): Call("viewer", _campaign),
    ("POST", "/v1/change-campaign"): Call(
        "editor", lambda ids: {**_campaign(ids), "action": "schedule"}, takes_away=1
    ),
    ("POST", "/v1/get-campaign-results"): Call("viewer", _campaign),
    ("POST", "/v1/get-campaign-report"): Call("viewer", _campaign),
    ("POST", "/v1/send-sms-campaign"): Call("editor", lambda _: {"message": "Cake is on us."}),
    ("POST", "/v1/test-campaign"): Call(
        "editor",
        lambda ids: {
            "channel": "sms",
            "contents": [{"language": "en", "sms": "Hi {{customer.name|you}}"}],
            "customer_id": ids["customer"],
            "phone": "+351912345678",
        },
    ),
    ("POST", "/v1/send-sms-campaign-keys"): Call("viewer", _nothing),
    ("POST", "/v1/get-campaign-settings"): Call("viewer", _nothing),
    ("POST", "/v1/save-campaign-settings"): Call(
        "admin", lambda _: {"approval_above": 10_000, "sms_prices": {"PT": 45_000}}
    ),
}
