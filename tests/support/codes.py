"""Codes for tests that need any code."""

from typing import Any

from starlette.testclient import TestClient

from tests.support.calling import call
from tests.support.people import Somebody


def make_code(client: TestClient, who: Somebody, **fields: Any) -> str:
    """Create a code and return its ID; it has a destination unless `fields` say otherwise."""
    redirect = (
        {} if "type" in fields else {"type": "redirect", "destination": "https://harbor.example/"}
    )
    made = call(client, who, "qr/create-code", **{"name": "Menu", **redirect, **fields})
    return str(made["code_id"])
