"""The entries for earning rules and orders in tests/support/calls.py, and the rows that they need."""

from collections.abc import Callable
from itertools import count
from typing import Any

from tests.support.call import Call

_NUMBERS = count(1)
HERE = {"latitude": 40.7128, "longitude": -74.006}


def earning_rows(
    call: Callable[[str, dict[str, Any]], dict[str, Any]], customer_id: str, mark: str
) -> dict[str, str]:
    """Create rules for orders and check-ins, and an order that gave points; return their ids."""
    for_orders = {"kind": "order", "amount": 1, "per_cents": 100, "currency": "USD"}
    for_visits = {"kind": "check_in", "amount": 2, "radius_m": 100, **HERE}
    rules = [
        call("/v1/save-earning-rule", {"name": f"{mark} {rule['kind']}", **rule})["rule_id"]
        for rule in (for_orders, for_visits, for_visits)
    ]
    order = {"order_number": f"{mark}-order", "amount_cents": 1250, "currency": "USD"}
    call("/v1/record-order", {"customer_id": customer_id, **order})
    return {
        "earning_rule": rules[0],
        "spare_earning_rule": rules[2],
        "order_number": f"{mark}-order",
    }


EARNING_CALLS: dict[tuple[str, str], Call] = {
    ("POST", "/v1/list-earning-rules"): Call("viewer", lambda _: {}),
    ("POST", "/v1/save-earning-rule"): Call(
        "admin",
        lambda ids: {
            "rule_id": ids["earning_rule"],
            "kind": "order",
            "name": "Orders",
            "amount": 2,
            "per_cents": 100,
            "currency": "USD",
        },
    ),
    ("POST", "/v1/delete-earning-rule"): Call(
        "admin", lambda ids: {"rule_id": ids["spare_earning_rule"]}
    ),
    ("POST", "/v1/rewards/check-in"): Call(
        "editor", lambda ids: {"customer_id": ids["customer"], "accuracy_m": 10, **HERE}
    ),
    ("POST", "/v1/record-order"): Call(
        "editor",
        lambda ids: {
            "customer_id": ids["customer"],
            "order_number": f"order-{next(_NUMBERS)}",
            "amount_cents": 500,
            "currency": "USD",
        },
    ),
    ("POST", "/v1/refund-order"): Call(
        "editor", lambda ids: {"order_number": ids["order_number"], "amount_cents": 1}
    ),
    ("POST", "/v1/list-orders"): Call("viewer", lambda ids: {"customer_id": ids["customer"]}),
}
