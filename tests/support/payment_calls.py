"""The entries for payments in tests/support/calls.py. Nobody pays here: the plan is self-hosted."""

from typing import Any

from tests.support.call import Body, Call

NOBODY_PAYS = 409


def _sold(body: dict[str, Any]) -> Call:
    given: Body = lambda _: body  # noqa: E731
    return Call("admin", given, gives=NOBODY_PAYS)


PAYMENT_CALLS: dict[tuple[str, str], Call] = {
    ("POST", "/v1/stripe-get-options"): Call("admin", lambda _: {}),
    ("POST", "/v1/get-plan-usage"): Call("viewer", lambda _: {}),
    ("POST", "/v1/get-invoices"): Call("admin", lambda _: {}),
    ("POST", "/v1/stripe-create-subscription"): _sold({"plan": "starter"}),
    ("POST", "/v1/create-intent"): _sold({"credits": 1000}),
    ("POST", "/v1/create-promo-code"): _sold({"code": "HELLO", "percent_off": 20}),
    ("POST", "/v1/preview-plan-change"): _sold({"plan": "growth"}),
    ("POST", "/v1/change-plan"): _sold({"plan": "growth", "at": "2026-05-01T08:00:00Z"}),
    ("POST", "/v1/cancel-plan"): _sold({}),
    ("POST", "/v1/resume-plan"): _sold({}),
    ("POST", "/v1/create-portal-session"): _sold({}),
    ("POST", "/webhooks/stripe"): Call("public", lambda _: {"id": "evt_1"}, gives=NOBODY_PAYS),
}
