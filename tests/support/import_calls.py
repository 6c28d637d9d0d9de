"""The entries for imports of customers in tests/support/calls.py, and the rows that they need."""

from collections.abc import Callable
from typing import Any

from starlette.testclient import TestClient

from tests.support.call import Call
from tests.support.people import People

TABLE = "email,first name\nana@example.com,Ana\n"
STATES = {"import": "done", "import_new": "uploaded", "import_checked": "checked"}
"""The state of each import that calls refer to."""


def import_rows(
    client: TestClient, headers: dict[str, str], people: People, mark: str
) -> dict[str, str]:
    """Create imports in the states that calls need, and return their ids."""
    ids = {}
    for name, state in {**STATES, "import_dropped": "uploaded"}.items():
        file = {"file": (f"{mark}.csv", TABLE.encode(), "text/csv")}
        made = client.post("/v1/upload-customer-import", headers=headers, files=file).json()
        people.file_import(made["import_id"], state)
        ids[name] = made["import_id"]
    return ids


def _of(name: str) -> Callable[[dict[str, str]], dict[str, Any]]:
    return lambda ids: {"import_id": ids[name]}


IMPORT_CALLS: dict[tuple[str, str], Call] = {
    ("POST", "/v1/upload-customer-import"): Call("editor", file="file", table=TABLE, says="email"),
    ("POST", "/v1/check-customer-import"): Call(
        "editor",
        lambda ids: {"import_id": ids["import_new"], "mapping": ["email", "first_name"]},
        takes_away=1,
    ),
    ("POST", "/v1/run-customer-import"): Call("editor", _of("import_checked"), takes_away=1),
    ("POST", "/v1/undo-customer-import"): Call("editor", _of("import"), takes_away=1),
    ("POST", "/v1/cancel-customer-import"): Call("editor", _of("import_dropped"), takes_away=1),
    ("POST", "/v1/get-customer-import"): Call("viewer", _of("import")),
    ("POST", "/v1/list-customer-imports"): Call("viewer", lambda _: {}),
    ("POST", "/v1/list-customer-import-problems"): Call("viewer", _of("import")),
    ("POST", "/v1/export-customer-import-problems"): Call("viewer", _of("import")),
}
