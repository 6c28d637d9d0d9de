"""The entries for pass templates in tests/support/calls.py, and the rows that they need."""

from collections.abc import Callable
from typing import Any

from starlette.testclient import TestClient

from tests.support.call import Call
from tests.support.import_calls import STATES
from tests.support.people import People


def drawn_template(mark: str, **changes: Any) -> dict[str, Any]:
    """Return the content of a template."""
    return {
        "style": "store_card",
        "description": f"{mark} card of {{{{customer.name|a guest}}}}",
        "organization": f"{mark} company",
        "fields": [
            {
                "key": "points",
                "zone": "primary",
                "label": "Points",
                "format": "number",
                "value": "{{points}}",
                "change_message": "You have %@ points",
            },
            {"key": "seat", "zone": "secondary", "label": "Seat", "value": "{{row.seat|Any}}"},
        ],
        "barcode": {"message": "{{serial}}", "text": "{{serial}}"},
        **changes,
    }


def pass_template_rows(
    call: Callable[[str, dict[str, Any]], dict[str, Any]], customer_id: str, mark: str
) -> dict[str, str]:
    """Create a published template and a pass from it; return their ids."""
    new = {"name": f"{mark} card", "content": drawn_template(mark)}
    template_id = call("/v1/save-pass-template", new)["template_id"]
    call("/v1/publish-pass-template", {"template_id": template_id})
    wanted = {"template_id": template_id, "customer_id": customer_id}
    made = call("/v1/create-pass-from-template", wanted)
    return {"pass_template": template_id, "template_pass": made["pass_id"]}


def imported_passes(
    client: TestClient, headers: dict[str, str], people: People, template_id: str
) -> dict[str, str]:
    """Create imports of passes in the states that calls need, and return their ids."""
    ids = {}
    for name, state in {**STATES, "import_dropped": "uploaded"}.items():
        made = client.post(
            "/v1/upload-pass-import",
            headers=headers,
            files={"file": ("seats.csv", b"seat\n7A\n", "text/csv")},
            data={"template_id": template_id},
        ).json()
        people.file_import(made["import_id"], state)
        ids[f"pass_{name}"] = made["import_id"]
    return ids


def _import(name: str) -> Callable[[dict[str, str]], dict[str, Any]]:
    return lambda ids: {"import_id": ids[f"pass_{name}"]}


def _template(ids: dict[str, str]) -> dict[str, Any]:
    return {"template_id": ids["pass_template"]}


PASS_TEMPLATE_CALLS: dict[tuple[str, str], Call] = {
    ("POST", "/v1/list-pass-templates"): Call("viewer", lambda _: {}),
    ("POST", "/v1/get-pass-template"): Call("viewer", _template),
    ("POST", "/v1/save-pass-template"): Call(
        "editor",
        lambda ids: {**_template(ids), "name": "Renamed", "content": drawn_template("changed")},
    ),
    ("POST", "/v1/check-pass-template"): Call(
        "viewer", lambda _: {"content": drawn_template("tried")}
    ),
    ("POST", "/v1/publish-pass-template"): Call("editor", _template),
    ("POST", "/v1/list-pass-template-versions"): Call("viewer", _template),
    ("POST", "/v1/restore-pass-template"): Call(
        "editor", lambda ids: {**_template(ids), "version": 1}
    ),
    ("POST", "/v1/delete-pass-template"): Call("editor", _template, takes_away=1),
    ("POST", "/v1/create-pass-from-template"): Call("editor", _template),
    ("POST", "/v1/upload-pass-import"): Call(
        "editor", _template, file="file", table="seat\n7A\n", says="row.seat"
    ),
    ("POST", "/v1/check-pass-import"): Call(
        "editor",
        lambda ids: {"import_id": ids["pass_import_new"], "mapping": ["row.seat"]},
        takes_away=1,
    ),
    ("POST", "/v1/run-pass-import"): Call("editor", _import("import_checked"), takes_away=1),
    ("POST", "/v1/undo-pass-import"): Call("editor", _import("import"), takes_away=1),
    ("POST", "/v1/cancel-pass-import"): Call("editor", _import("import_dropped"), takes_away=1),
    ("POST", "/v1/get-pass-import"): Call("viewer", _import("import")),
    ("POST", "/v1/list-pass-imports"): Call("viewer", lambda _: {}),
    ("POST", "/v1/list-pass-import-problems"): Call("viewer", _import("import")),
    ("POST", "/v1/export-pass-import-problems"): Call("viewer", _import("import")),
    ("POST", "/v1/list-passes-to-give"): Call("editor", lambda _: {}),
    ("POST", "/v1/give-pass"): Call(
        "editor", lambda ids: {**_template(ids), "customer_id": ids["customer"]}
    ),
    ("POST", "/v1/refresh-pass"): Call("editor", lambda ids: {"pass_id": ids["template_pass"]}),
}
