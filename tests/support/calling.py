"""Calls as a member of an organisation makes them."""

from typing import Any

from starlette.testclient import TestClient

from tests.support.people import Somebody


def call(client: TestClient, who: Somebody, path: str, **body: Any) -> Any:
    """The JSON of a call that must succeed."""
    answer = client.post(f"/v1/{path}", json=body, headers=who.headers)
    assert answer.status_code == 200, answer.text
    return answer.json()
