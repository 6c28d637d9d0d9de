"""Codes for tests that only need them to be there."""

from typing import Any

from starlette.testclient import TestClient

from tests.support.calling import call
from tests.support.people import Somebody


def make_code(client: TestClient, who: Somebody, **fields: Any) -> str:
    """Id of a new code: one that leads somewhere, unless `fields` say otherwise."""
    redirect = (
        {} if "type" in fields else {"type": "redirect", "destination": "https://harbor.example/"}
    )
    made = call(client, who, "qr/create-code", **{"name": "Menu", **redirect, **fields})
    return str(made["code_id"])
