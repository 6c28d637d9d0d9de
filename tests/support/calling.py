"""Calls made by a member of an organisation."""

from typing import Any

from starlette.testclient import TestClient

from tests.support.people import Somebody


def call(client: TestClient, who: Somebody, path: str, status: int = 200, /, **body: Any) -> Any:
    """Return the JSON of a call that must succeed, or that must end with this status."""
    answer = client.post(f"/v1/{path}", json=body, headers=who.headers)
    assert answer.status_code == status, answer.text
    return answer.json()
