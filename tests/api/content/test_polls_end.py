"""Ending polls: closed polls make room for others, and deleted polls take their votes with them."""

from typing import Any

import psycopg
import pytest
from starlette.testclient import TestClient

from runtime.settings import Settings
from tests.support.browsers import BROWSER
from tests.support.codes import make_code
from tests.support.people import Somebody
from tests.support.waiting import eventually

CHOICES = [{"id": "tea", "label": "Tea"}, {"id": "coffee", "label": "Coffee"}]


@pytest.fixture
def code(client: TestClient, editor: Somebody) -> str:
    return make_code(client, editor, type="page", content={"title": "Menu"})


def _made(client: TestClient, who: Somebody, code: str) -> str:
    body = {"code_id": code, "question": "What will you drink?", "choices": CHOICES}
    answer = client.post("/v1/create-poll", json=body, headers=who.headers)
    assert answer.status_code == 200, answer.text
    poll_id: str = answer.json()["poll_id"]
    return poll_id


def _voted(client: TestClient, code: str, poll: str) -> int:
    given = client.post("/v1/get-identifier", json={}, headers=BROWSER)
    cookie = given.headers["set-cookie"].partition(";")[0]
    client.cookies.clear()
    body = {"code_id": code, "poll_id": poll, "choice": "tea"}
    headers = {**BROWSER, "cookie": cookie}
    return client.post("/v1/append-vote", json=body, headers=headers).status_code


def test_closed_polls_free_capacity_for_new_polls(
    client: TestClient, editor: Somebody, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("api.domains.content.polls.service.MAX_POLLS", 2)
    monkeypatch.setattr("api.domains.content.polls.service.MAX_POLLS_WITH_CLOSED", 3)

    def call(path: str, **fields: Any) -> int:
        answer = client.post(f"/v1/{path}", json={"code_id": code} | fields, headers=editor.headers)
        return answer.status_code

    def create() -> int:
        return call("create-poll", question="Tea?", choices=CHOICES)

    first, _ = _made(client, editor, code), _made(client, editor, code)
    assert create() == 409
    assert call("update-poll", poll_id=first, is_open=False) == 200
    assert create() == 200
    assert call("update-poll", poll_id=first, is_open=True) == 409
    assert call("update-poll", poll_id=first, question="Tea or coffee?") == 200
    assert call("delete-poll", poll_id=first) == 200
    assert create() == 409  # two are open


def test_deleted_poll_loses_its_votes_and_its_code_redirects_to_the_remaining_poll(
    client: TestClient, editor: Somebody, viewer: Somebody, api_settings: Settings
) -> None:
    empty = {"name": "Menu", "type": "page"}
    code = client.post("/v1/qr/create-code", json=empty, headers=editor.headers).json()["code_id"]
    first, second = _made(client, editor, code), _made(client, editor, code)
    assert _voted(client, code, first) == 200
    ref = {"code_id": code, "poll_id": first}

    refused = client.post("/v1/delete-poll", json=ref, headers=viewer.headers)
    gone = client.post("/v1/delete-poll", json=ref, headers=editor.headers)
    again = client.post("/v1/delete-poll", json=ref, headers=editor.headers)

    assert (refused.status_code, gone.json(), again.status_code) == (403, ref, 404)
    read = client.post("/v1/qr/get-code", json={"code_id": code}, headers=editor.headers).json()
    assert read["destination"].endswith(f"/poll/{second}")
    with psycopg.connect(api_settings.database_url) as connection:
        for table in ("votes", "vote_tallies"):
            left = connection.execute(
                f"select count(*) from {table} where code_id = %s", [code]
            ).fetchone()
            assert left == (0,)
    last = {"code_id": code, "poll_id": second}
    assert client.post("/v1/delete-poll", json=last, headers=editor.headers).status_code == 200
    read = client.post("/v1/qr/get-code", json={"code_id": code}, headers=editor.headers).json()
    assert read["destination"] is None


def test_child_that_followed_its_base_opens_its_own_poll(
    client: TestClient, editor: Somebody
) -> None:
    base = make_code(client, editor, type="page")
    child = make_code(client, editor, type="page", base_code_id=base)

    poll = _made(client, editor, child)

    def opened() -> str | None:
        return client.get(f"/code/{child}", headers=BROWSER).headers.get("location")

    eventually(lambda: opened() == f"/code/{child}/poll/{poll}")
    ref = {"code_id": child, "poll_id": poll}
    assert client.post("/v1/delete-poll", json=ref, headers=editor.headers).status_code == 200
    eventually(lambda: opened() is None)


def test_poll_on_a_child_does_not_change_its_base(
    client: TestClient, editor: Somebody, code: str
) -> None:
    child = make_code(client, editor, type="page", base_code_id=code)

    _made(client, editor, child)

    read = client.post("/v1/qr/get-code", json={"code_id": child}, headers=editor.headers).json()
    assert (read["overrides"], read["destination"]) == ([], None)
    assert read["content"]["title"] == "Menu"


def test_poll_on_a_page_must_be_removed_from_the_page_before_deletion(
    client: TestClient, editor: Somebody, code: str, api_settings: Settings
) -> None:
    poll = _made(client, editor, code)
    with psycopg.connect(api_settings.database_url) as connection:
        connection.execute("update polls set source = 'page' where poll_id = %s", [poll])
    ref = {"code_id": code, "poll_id": poll}

    standing = client.post("/v1/delete-poll", json=ref, headers=editor.headers)
    client.post("/v1/update-poll", json={**ref, "is_open": False}, headers=editor.headers)

    assert (standing.status_code, standing.json()["code"]) == (409, "poll_on_page")
    assert client.post("/v1/delete-poll", json=ref, headers=editor.headers).status_code == 200
