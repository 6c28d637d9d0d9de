"""The page of a poll: the destination of a poll's code, where people can vote without JavaScript."""

from typing import Any

import httpx2
import psycopg
import pytest
from starlette.testclient import TestClient

from runtime.settings import Settings
from tests.api.content.test_votes import CHOICES, PHONE, make_poll, tally, visitor
from tests.support.codes import make_code
from tests.support.people import Somebody
from tests.support.waiting import eventually


@pytest.fixture
def code(client: TestClient, editor: Somebody) -> str:
    """Create a code of kind page that has no content yet."""
    return make_code(client, editor, name="Drinks", type="page")


def press(client: TestClient, who: dict[str, str], path: str, choice: str = "tea") -> Any:
    headers = {**who, "sec-fetch-site": "same-origin"}
    return client.post(path, data={"choice": choice}, headers=headers, follow_redirects=False)


def test_poll_code_redirects_to_its_page_where_people_vote_without_script(
    client: TestClient, editor: Somebody, code: str
) -> None:
    poll = make_poll(client, editor, code)
    me = visitor(client)

    opened = client.get(f"/code/{code}", headers=me, follow_redirects=False)
    path = opened.headers["location"]
    before = client.get(path, headers=me)
    voted = press(client, me, path)
    after = client.get(voted.headers["location"], headers=me)

    assert (opened.status_code, path) == (302, f"/code/{code}/poll/{poll}")
    assert before.status_code == 200
    assert '<input type="radio" name="choice" value="coffee" required>' in before.text
    assert "%" not in before.text.partition("<fieldset")[2].partition("</form>")[0]
    assert (voted.status_code, voted.headers["location"]) == (303, f"{path}?wp_outcome=voted")
    assert "Thank you, your vote has been counted." in after.text
    assert "100% · 1" in after.text
    assert tally(client, me, code, poll)["my_choice"] == "tea"


def test_second_vote_on_the_page_changes_nothing(
    client: TestClient, editor: Somebody, code: str
) -> None:
    poll = make_poll(client, editor, code)
    path = f"/code/{code}/poll/{poll}"
    me = visitor(client)
    press(client, me, path)

    again = press(client, me, path, "coffee")

    assert again.headers["location"].endswith("?wp_outcome=again")
    assert tally(client, me, code, poll)["my_choice"] == "tea"


@pytest.mark.parametrize(
    ("choice", "site", "message"),
    [("tea", "cross-site", "machine"), ("wine", "same-origin", "choose"), ("", "none", "choose")],
)
def test_vote_that_cannot_count_shows_an_error_and_is_not_counted(
    client: TestClient, editor: Somebody, code: str, choice: str, site: str, message: str
) -> None:
    poll = make_poll(client, editor, code, show_results="always")
    me = visitor(client)
    path = f"/code/{code}/poll/{poll}"

    answer = client.post(
        path,
        data={"choice": choice},
        headers={**me, "sec-fetch-site": site},
        follow_redirects=False,
    )

    assert answer.headers["location"] == f"{path}?wp_outcome={message}"
    assert tally(client, me, code, poll)["total"] == 0


def test_closed_poll_is_shown_and_accepts_no_vote(
    client: TestClient, editor: Somebody, code: str
) -> None:
    poll = make_poll(client, editor, code)
    changes = {"code_id": code, "poll_id": poll, "is_open": False}
    assert client.post("/v1/update-poll", json=changes, headers=editor.headers).status_code == 200
    path = f"/code/{code}/poll/{poll}"
    me = visitor(client)

    shown, pressed = client.get(path, headers=me), press(client, me, path)

    assert "This poll is closed." in shown.text
    assert "<button" not in shown.text
    assert pressed.headers["location"] == f"{path}?wp_outcome=closed"


def test_page_of_a_paused_code_is_closed_and_an_unknown_poll_is_not_found(
    client: TestClient, editor: Somebody, code: str
) -> None:
    poll = make_poll(client, editor, code)
    pause = {"code_id": code, "state": "paused"}
    me = visitor(client)

    unknown = client.get(f"/code/{code}/poll/none", headers=me)
    client.post("/v1/qr/update-code", json=pause, headers=editor.headers)

    def shut() -> httpx2.Response:
        return client.get(f"/code/{code}/poll/{poll}", headers=me, follow_redirects=False)

    eventually(lambda: shut().status_code == 303)
    assert shut().headers["location"] == f"/code/{code}"
    assert unknown.status_code == 404


def test_new_visitor_of_the_page_gets_the_cookie_that_identifies_their_vote(
    client: TestClient, editor: Somebody, code: str, api_settings: Settings
) -> None:
    poll = make_poll(client, editor, code)
    client.cookies.clear()

    first = client.get(f"/code/{code}/poll/{poll}", headers=PHONE)
    cookie = first.headers["set-cookie"].partition(";")[0]
    client.cookies.clear()
    press(client, {**PHONE, "cookie": cookie}, f"/code/{code}/poll/{poll}")

    with psycopg.connect(api_settings.database_url) as connection:
        kept = connection.execute("select choice from votes").fetchall()
    assert kept == [("tea",)]


def test_code_with_its_own_content_keeps_it_when_a_poll_is_added(
    client: TestClient, editor: Somebody
) -> None:
    body = {"name": "Menu", "type": "page", "content": {"title": "Our menu"}}
    made = client.post("/v1/qr/create-code", json=body, headers=editor.headers)
    code = made.json()["code_id"]
    wanted = {"code_id": code, "question": "Tea or coffee?", "choices": CHOICES}

    poll = client.post("/v1/create-poll", json=wanted, headers=editor.headers).json()
    opened = client.get(f"/code/{code}", headers=PHONE, follow_redirects=False)

    assert opened.status_code == 200
    assert poll["public_url"] == f"/code/{code}/poll/{poll['poll_id']}"
