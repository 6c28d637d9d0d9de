"""The entries for consents, and for the messages that they allow, in tests/support/calls.py, and the rows that they
need.
"""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from tests.support.call import Call
from tests.support.message_calls import MESSAGE_CALLS


def consent_rows(
    call: Callable[[str, dict[str, Any]], dict[str, Any]], customer_id: str, mark: str
) -> dict[str, str]:
    """Create a consent and suppression lists; return their ids, and the path of the customer's preferences."""
    consent = {
        "customer_id": customer_id,
        "channel": "wallet_push",
        "decision": "given",
        "reason": f"{mark} signed a form",
    }
    page = call("/v1/record-consent", consent)["preference_url"]
    text = f"someone@{mark.lower()}.example"
    lists = [
        call("/v1/import-suppressions", {"name": f"{mark} {name}", "text": text})["list_id"]
        for name in ("kept", "spare")
    ]
    return {
        "preferences": urlsplit(page).path,
        "suppression_list": lists[0],
        "spare_suppression_list": lists[1],
        "suppressed": text,
    }


def _preferences(ids: dict[str, str]) -> str:
    return ids["preferences"]


def _unsubscribe(ids: dict[str, str]) -> str:
    return f"{ids['preferences']}/unsubscribe"


def _customer(ids: dict[str, str]) -> dict[str, Any]:
    return {"customer_id": ids["customer"]}


def _address(ids: dict[str, str]) -> dict[str, Any]:
    return {"address": ids["suppressed"]}


_PAGE = "/preferences/{org_id}/{token}"

CONSENT_CALLS: dict[tuple[str, str], Call] = {
    **MESSAGE_CALLS,
    ("POST", "/v1/get-customer-consents"): Call("viewer", _customer),
    ("POST", "/v1/record-consent"): Call(
        "editor",
        lambda ids: {
            **_customer(ids),
            "channel": "web_push",
            "decision": "withdrawn",
            "reason": "Asked us on the phone",
        },
    ),
    ("POST", "/v1/get-consent-proof"): Call("editor", _customer),
    ("POST", "/v1/export-person"): Call("admin", _customer),
    ("POST", "/v1/may-contact"): Call("viewer", lambda ids: {**_customer(ids), "channel": "email"}),
    ("POST", "/v1/import-suppressions"): Call(
        "editor",
        lambda ids: {"list_id": ids["suppression_list"], "text": "gone@nowhere.example"},
    ),
    ("POST", "/v1/list-suppressions"): Call("viewer", lambda _: {}),
    ("POST", "/v1/delete-suppression-list"): Call(
        "editor", lambda ids: {"list_id": ids["spare_suppression_list"]}, takes_away=1
    ),
    ("POST", "/v1/find-suppression"): Call("viewer", _address, foreign=200),
    ("POST", "/v1/remove-suppression"): Call("editor", _address, takes_away=1),
    ("POST", "/v1/get-contact-rules"): Call("viewer", lambda _: {}),
    ("POST", "/v1/save-contact-rules"): Call(
        "admin", lambda _: {"quiet_from": "21:00", "quiet_until": "08:00"}
    ),
    ("GET", _PAGE): Call("public", path=_preferences, says="Contact preferences"),
    ("POST", _PAGE): Call(
        "public",
        lambda _: {"shown": "wallet_push.marketing", "on": "wallet_push.marketing"},
        _preferences,
        is_form=True,
        gives=303,
        says="done=saved",
        wrong=({"shown": "no.such"}, 200, "Contact preferences"),
    ),
    ("GET", f"{_PAGE}/unsubscribe"): Call("public", path=_unsubscribe, says="Contact preferences"),
    ("POST", f"{_PAGE}/unsubscribe"): Call(
        "public",
        lambda _: {"List-Unsubscribe": "One-Click"},
        _unsubscribe,
        is_form=True,
        says="You are unsubscribed",
        wrong=({"other": "x"}, 422, "This could not be accepted"),
    ),
}
