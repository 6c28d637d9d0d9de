"""The entries for referrals in tests/support/calls.py, and the rows that they need."""

from collections.abc import Callable
from itertools import count
from typing import Any

from tests.support.call import Call

_NUMBERS = count(1)


def referral_rows(
    call: Callable[[str, dict[str, Any]], dict[str, Any]], customer_id: str, mark: str
) -> dict[str, str]:
    """Create a running programme, a customer's code, a friend whom they referred, and a doubtful referral; return their
    ids.
    """
    words = {"en": {"heading": f"{mark} company", "text": ""}}
    gives = {"kind": "points", "amount": 10}
    program = {"is_active": True, "daily_limit": 1, "words": words, "referrer_reward": gives}
    call("/v1/save-referral-program", program)
    code = call("/v1/referral-code", {"id": customer_id, "action": "create"})["code"]
    friends = [
        call("/v0/add-referral", {"id": code, "email": f"{name}@{mark}.example"})
        for name in ("first-friend", "doubtful-friend", "spare-friend")
    ]
    return {
        "referral_code": code,
        "referral": friends[0]["referral_id"],
        "doubtful_referral": friends[1]["referral_id"],
    }


def _new_friend(ids: dict[str, str]) -> dict[str, Any]:
    return {"id": ids["referral_code"], "email": f"friend-{next(_NUMBERS)}@example.com"}


REFERRAL_CALLS: dict[tuple[str, str], Call] = {
    ("POST", "/v1/referral-code"): Call("viewer", lambda ids: {"id": ids["customer"]}),
    ("POST", "/v1/refer-subscription"): Call("public", _new_friend),
    ("POST", "/v0/add-referral"): Call("editor", _new_friend),
    ("POST", "/v1/refer-analysis"): Call("viewer", lambda ids: {"id": ids["customer"]}),
    ("POST", "/v1/get-referral-program"): Call("viewer", lambda _: {}),
    ("POST", "/v1/save-referral-program"): Call("admin", lambda _: {"is_active": True}),
    ("POST", "/v1/list-referrals"): Call(
        "viewer", lambda ids: {"customer_id": ids["customer"], "state": "held"}
    ),
    ("POST", "/v1/decide-referral"): Call(
        "editor",
        lambda ids: {
            "referral_id": ids["doubtful_referral"],
            "action": "reject",
            "note": "The same household",
        },
    ),
    ("GET", "/refer/{code}"): Call(
        "public", path=lambda ids: f"/refer/{ids['referral_code']}", says="Accept invitation"
    ),
    ("POST", "/refer/{code}"): Call(
        "public",
        lambda _: {"email": f"visitor-{next(_NUMBERS)}@example.com"},
        path=lambda ids: f"/refer/{ids['referral_code']}",
        is_form=True,
        says="received your answer",
        wrong=({"email": "no address"}, 422, "valid email"),
    ),
}
