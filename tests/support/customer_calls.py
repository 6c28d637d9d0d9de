"""The entries for customers in tests/support/calls.py."""

from typing import Any

from tests.support.call import Call


def _customer(ids: dict[str, str]) -> dict[str, Any]:
    return {"customer_id": ids["customer"]}


CUSTOMER_CALLS: dict[tuple[str, str], Call] = {
    ("POST", "/v1/get-customers"): Call("viewer", lambda _: {}),
    ("POST", "/v1/get-customer"): Call("viewer", _customer),
    ("POST", "/v1/get-customer-activity"): Call("viewer", _customer),
    ("POST", "/v1/get-customer-interaction"): Call("viewer", _customer),
    ("POST", "/v1/save-customer"): Call(
        "editor", lambda ids: {**_customer(ids), "first_name": "Ana", "birthday": "--05-17"}
    ),
    ("POST", "/v1/tag-customers"): Call(
        "editor", lambda ids: {"customer_ids": [ids["customer"]], "add": ["regular"]}
    ),
    ("POST", "/v1/add-customer-note"): Call(
        "editor", lambda ids: {**_customer(ids), "text": "Likes the window seat."}
    ),
    ("POST", "/v1/delete-customer-note"): Call(
        "editor", lambda ids: {"note_id": ids["customer_note"]}, takes_away=1
    ),
    ("POST", "/v1/list-duplicate-customers"): Call("viewer", lambda _: {}),
    ("POST", "/v1/merge-customers"): Call(
        "editor",
        lambda ids: {"keep": ids["customer"], "merge": ids["customer_twin"], "note": "Same person"},
        takes_away=1,
    ),
    ("POST", "/v1/undo-customer-merge"): Call(
        "editor", lambda ids: {"merge_id": ids["customer_merge"]}, takes_away=1
    ),
    ("POST", "/v1/distinguish-customers"): Call(
        "editor", lambda ids: {"customer_ids": [ids["customer"], ids["customer_twin"]]}
    ),
    ("POST", "/v1/list-customer-fields"): Call("viewer", lambda _: {}),
    ("POST", "/v1/save-customer-field"): Call(
        "admin",
        lambda _: {"name": "shoe_size", "label": "Shoe size", "type": "text"},
    ),
    ("POST", "/v1/delete-customer-field"): Call(
        "admin", lambda ids: {"name": ids["customer_field"]}, takes_away=1
    ),
}
