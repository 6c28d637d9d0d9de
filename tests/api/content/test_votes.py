"""Votes: one per visitor and poll, counted exactly, shown to those who may see the poll's result."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import orjson
import psycopg
import pytest
from sqlalchemy.orm import Session
from starlette.testclient import TestClient

from api.db.engine import make_engine
from api.db.session import enter_tenant
from api.domains.content.polls import polls
from runtime.settings import Settings
from tests.support.codes import make_code
from tests.support.people import MakeMember, MakeOrg, Somebody
from tests.support.waiting import eventually

PHONE = {
    "user-agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15"
    " (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1"
}
CHOICES = [{"id": "tea", "label": "Tea"}, {"id": "coffee", "label": "Coffee"}]


@pytest.fixture
def code(client: TestClient, editor: Somebody) -> str:
    return make_code(client, editor, type="page", content={"title": "Menu"})


def make_poll(client: TestClient, who: Somebody, code: str, **fields: Any) -> str:
    body = {"code_id": code, "question": "What will you drink?", "choices": CHOICES} | fields
    answer = client.post("/v1/create-poll", json=body, headers=who.headers)
    assert answer.status_code == 200, answer.text
    poll_id: str = answer.json()["poll_id"]
    return poll_id


def visitor(client: TestClient) -> dict[str, str]:
    """Return the headers of a new visitor who has a cookie."""
    client.cookies.clear()
    given = client.post("/v1/get-identifier", json={}, headers=PHONE)
    cookie = given.headers["set-cookie"].partition(";")[0]
    client.cookies.clear()
    return {**PHONE, "cookie": cookie}


def vote(client: TestClient, who: dict[str, str], code: str, poll: str, choice: str = "tea") -> Any:
    body = {"code_id": code, "poll_id": poll, "choice": choice}
    return client.post("/v1/append-vote", json=body, headers=who)


def tally(client: TestClient, who: dict[str, str], code: str, poll: str) -> Any:
    answer = client.post("/v1/get-votes", json={"code_id": code, "poll_id": poll}, headers=who)
    assert answer.status_code == 200, answer.text
    return answer.json()


def events(settings: Settings) -> list[dict[str, Any]]:
    with psycopg.connect(settings.database_url) as connection:
        rows = connection.execute("select payload from outbox").fetchall()
    found = [orjson.loads(row[0]) for row in rows]
    return [event for event in found if event["type"] == "vote"]


def counts(answer: dict[str, Any]) -> dict[str, int | None]:
    return {choice["id"]: choice["votes"] for choice in answer["choices"]}


def test_two_hundred_concurrent_votes_of_one_visitor_count_once(
    client: TestClient, editor: Somebody, code: str, api_settings: Settings
) -> None:
    poll = make_poll(client, editor, code)
    me = visitor(client)

    with ThreadPoolExecutor(24) as pool:
        answers = list(
            pool.map(
                lambda number: vote(client, me, code, poll, ("tea", "coffee")[number % 2]),
                range(200),
            )
        )

    counted = [
        answer for answer in answers if answer.status_code == 200 and answer.json()["counted"]
    ]
    assert len(counted) == 1
    assert {answer.status_code for answer in answers} <= {200, 409}
    assert tally(client, me, code, poll)["total"] == 1
    assert len(events(api_settings)) == 1


def test_concurrent_polls_on_a_code_during_an_update_are_all_stored(
    client: TestClient, editor: Somebody
) -> None:
    empty = {"name": "Menu", "type": "page"}
    made = client.post("/v1/qr/create-code", json=empty, headers=editor.headers)
    code = made.json()["code_id"]

    def act(number: int) -> int:
        if number % 2:
            body: dict[str, Any] = {"code_id": code, "name": f"Menu {number}"}
            path = "/v1/qr/update-code"
        else:
            body = {"code_id": code, "question": f"Number {number}?", "choices": CHOICES}
            path = "/v1/create-poll"
        return client.post(path, json=body, headers=editor.headers).status_code

    with ThreadPoolExecutor(8) as pool:
        assert set(pool.map(act, range(16))) == {200}
    found = client.post("/v1/list-polls", json={"code_id": code}, headers=editor.headers)
    read = client.post("/v1/qr/get-code", json={"code_id": code}, headers=editor.headers)
    addresses = [poll["public_url"] for poll in found.json()["items"]]
    assert len(addresses) == 8
    assert read.json()["destination"] in addresses


def test_concurrent_vote_changes_of_many_visitors_are_counted_exactly(
    client: TestClient, editor: Somebody, code: str, api_settings: Settings
) -> None:
    poll = make_poll(client, editor, code, changeable=True, show_results="always")
    crowd = [visitor(client) for _ in range(12)]
    moves = [(me, choice) for me in crowd for choice in ("tea", "coffee", "tea", "coffee", "tea")]

    with ThreadPoolExecutor(16) as pool:
        statuses = set(
            pool.map(lambda move: vote(client, move[0], code, poll, move[1]).status_code, moves)
        )

    assert statuses == {200}
    standing = counts(tally(client, crowd[0], code, poll))
    assert sum(number or 0 for number in standing.values()) == 12
    chosen = [tally(client, me, code, poll)["my_choice"] for me in crowd]
    assert standing == {name: chosen.count(name) for name in ("tea", "coffee")}
    net = {"tea": 0, "coffee": 0}
    for event in events(api_settings):
        net[event["data"]["choice"]] += 1
        if event["data"].get("previous_choice"):
            net[event["data"]["previous_choice"]] -= 1
    assert net == standing


def test_vote_can_be_changed_only_if_the_poll_allows_it(
    client: TestClient, editor: Somebody, code: str, api_settings: Settings
) -> None:
    fixed, free = make_poll(client, editor, code), make_poll(client, editor, code, changeable=True)
    me = visitor(client)
    for poll in (fixed, free):
        assert vote(client, me, code, poll).json()["counted"] is True

    refused, changed = (
        vote(client, me, code, fixed, "coffee"),
        vote(client, me, code, free, "coffee"),
    )

    assert (refused.status_code, refused.json()["code"]) == (409, "already_voted")
    assert refused.json()["my_choice"] == "tea"
    assert (changed.json()["previous_choice"], changed.json()["my_choice"]) == ("tea", "coffee")
    assert counts(changed.json()) == {"tea": 0, "coffee": 1}
    last = events(api_settings)[-1]["data"]
    assert last == {"poll_id": free, "choice": "coffee", "previous_choice": "tea"}


def test_result_is_shown_only_to_the_people_configured_in_the_poll(
    client: TestClient, editor: Somebody, viewer: Somebody, code: str
) -> None:
    voter, passer_by = visitor(client), visitor(client)
    made = {
        how: make_poll(client, editor, code, show_results=how)
        for how in ("always", "after", "never")
    }
    for poll in made.values():
        vote(client, voter, code, poll)

    def total(who: dict[str, str], how: str) -> int | None:
        shown: int | None = tally(client, who, code, made[how])["total"]
        return shown

    assert [total(voter, how) for how in made] == [1, 1, None]
    assert [total(passer_by, how) for how in made] == [1, None, None]
    owned = client.post("/v1/list-polls", json={"code_id": code}, headers=viewer.headers).json()
    assert [item["total"] for item in owned["items"]] == [1, 1, 1]
    assert [total(viewer.headers, how) for how in made] == [1, 1, 1]


@pytest.mark.parametrize(
    "who",
    [
        {"user-agent": "Googlebot/2.1 (+http://www.google.com/bot.html)"},
        {"user-agent": "curl/8.5.0"},
        {"user-agent": "WhatsApp/2.23"},
        {**PHONE, "sec-purpose": "prefetch"},
    ],
)
def test_programs_cannot_vote(
    client: TestClient, editor: Somebody, code: str, who: dict[str, str], api_settings: Settings
) -> None:
    poll = make_poll(client, editor, code)

    answer = vote(client, who, code, poll)

    assert (answer.status_code, answer.json()["code"]) == (403, "only_people_vote")
    assert client.head("/v1/append-vote", headers=PHONE).status_code == 405
    assert events(api_settings) == []


def test_visitor_who_deletes_or_refuses_cookies_still_has_one_vote(
    client: TestClient, editor: Somebody, code: str
) -> None:
    poll = make_poll(client, editor, code, show_results="always")
    for who in (PHONE, PHONE, {**PHONE, "sec-gpc": "1"}, {**PHONE, "cookie": "wp_visitor=made-up"}):
        client.cookies.clear()
        answer = vote(client, who, code, poll)
        assert answer.status_code == 200
        assert "set-cookie" not in answer.headers

    assert tally(client, PHONE, code, poll)["total"] == 1


def test_invalid_vote_is_refused(client: TestClient, editor: Somebody, code: str) -> None:
    me, poll = visitor(client), make_poll(client, editor, code)
    over = make_poll(client, editor, code, closes_at="2020-01-01T00:00:00Z")
    redirect = {"code_id": code, "poll_id": poll}

    assert vote(client, me, code, poll, "beer").json()["errors"][0]["field"] == "choice"
    assert vote(client, me, code, "other").status_code == 404
    assert vote(client, me, "AAAAAAAAAA", poll).status_code == 404
    assert vote(client, me, code, over).json()["code"] == "poll_closed"
    update = {**redirect, "is_open": False}
    assert client.post("/v1/update-poll", json=update, headers=editor.headers).status_code == 200
    assert vote(client, me, code, poll).json()["code"] == "poll_closed"
    client.post("/v1/update-poll", json={**redirect, "is_open": True}, headers=editor.headers)
    paused = {"code_id": code, "state": "paused"}
    client.post("/v1/qr/update-code", json=paused, headers=editor.headers)
    eventually(lambda: vote(client, me, code, poll).status_code != 200)
    assert vote(client, visitor(client), code, poll).json()["code"] == "code_not_open"


def test_polls_of_a_published_page_are_opened_changed_and_closed(
    client: TestClient, editor: Somebody, code: str, api_settings: Settings
) -> None:
    engine = make_engine(api_settings)

    def publish(*blocks: dict[str, Any]) -> int:
        with Session(engine) as session, session.begin():
            enter_tenant(session, editor.org_id or "")
            return polls.sync(session, editor.org_id or "", code, blocks)

    block = {
        "type": "Vote",
        "props": {"id": "b1", "poll_id": "drink", "question": "?", "choices": CHOICES},
    }
    me = visitor(client)
    assert publish({"type": "Text", "props": {"id": "t"}}, block) == 1
    assert vote(client, me, code, "drink").status_code == 200

    block["props"]["choices"] = [*CHOICES, {"id": "water", "label": "Water"}]  # type: ignore[index]
    block["props"]["changeable"] = True  # type: ignore[index]
    publish(block)

    assert counts(vote(client, me, code, "drink", "water").json()) == {
        "tea": 0,
        "coffee": 0,
        "water": 1,
    }
    assert publish() == 0
    assert vote(client, me, code, "drink").json()["code"] == "poll_closed"
    assert publish(block) == 1
    assert tally(client, me, code, "drink")["total"] == 1
    engine.dispose()


def test_votes_are_streamed_live(client: TestClient, editor: Somebody, code: str) -> None:
    poll = make_poll(client, editor, code, show_results="always")
    hidden = make_poll(client, editor, code)
    vote(client, visitor(client), code, poll)

    with client.stream("GET", f"/v1/votes-live/{code}/{poll}?seconds=3", headers=PHONE) as stream:
        lines = stream.iter_lines()
        first = next(line for line in lines if line.startswith("data:"))
        assert orjson.loads(first[5:]) == {"poll_id": poll, "votes": {"tea": 1}, "total": 1}
        assert stream.headers["content-type"].startswith("text/event-stream")
    assert client.get(f"/v1/votes-live/{code}/{hidden}", headers=PHONE).status_code == 403


def test_live_result_leaves_out_votes_for_a_removed_choice(
    client: TestClient, editor: Somebody, code: str
) -> None:
    poll = make_poll(client, editor, code, show_results="always")
    for choice in ("tea", "coffee"):
        vote(client, visitor(client), code, poll, choice)
    left = [CHOICES[0], {"id": "water", "label": "Water"}]

    body = {"code_id": code, "poll_id": poll, "choices": left}
    assert client.post("/v1/update-poll", json=body, headers=editor.headers).status_code == 200

    path = f"/v1/votes-live/{code}/{poll}?seconds=0"
    shown = next(
        line
        for line in client.get(path, headers=PHONE).text.splitlines()
        if line.startswith("data:")
    )
    assert orjson.loads(shown[5:]) == {"poll_id": poll, "votes": {"tea": 1}, "total": 1}
    assert tally(client, PHONE, code, poll)["total"] == 1


def test_repeated_vote_with_its_key_gets_the_first_response(
    client: TestClient, editor: Somebody, code: str
) -> None:
    poll = make_poll(client, editor, code)
    me = {**visitor(client), "idempotency-key": "vote-1"}

    first, again = vote(client, me, code, poll), vote(client, me, code, poll)

    assert first.json() == again.json()
    assert again.headers["idempotency-replayed"] == "true"
    assert vote(client, me, code, poll, "coffee").status_code == 409


def test_another_organisation_cannot_see_or_change_a_poll(
    client: TestClient, editor: Somebody, code: str, make_org: MakeOrg, make_member: MakeMember
) -> None:
    stranger = make_member(make_org("Northwind Books"), "owner")
    poll = make_poll(client, editor, code)
    for path, body in (
        ("create-poll", {"code_id": code, "question": "?", "choices": CHOICES}),
        ("update-poll", {"code_id": code, "poll_id": poll, "is_open": False}),
        ("delete-poll", {"code_id": code, "poll_id": poll}),
        ("list-polls", {"code_id": code}),
    ):
        assert client.post(f"/v1/{path}", json=body, headers=stranger.headers).status_code == 404
    again = {"code_id": code, "poll_id": poll, "question": "?", "choices": CHOICES}
    assert client.post("/v1/create-poll", json=again, headers=editor.headers).status_code == 409


@pytest.mark.parametrize(
    "fields",
    [
        {"choices": CHOICES[:1]},
        {"choices": [CHOICES[0], CHOICES[0]]},
        {"question": ""},
        {"choices": [*CHOICES, {"label": "x", "picture_url": "javascript:alert(1)"}]},
        {"poll_id": "a b"},
    ],
)
def test_invalid_polls_are_refused(
    client: TestClient, editor: Somebody, code: str, fields: dict[str, Any]
) -> None:
    body = {"code_id": code, "question": "?", "choices": CHOICES} | fields

    assert client.post("/v1/create-poll", json=body, headers=editor.headers).status_code == 422


def test_hundred_thousand_votes_are_reported_without_counting_rows(
    client: TestClient, editor: Somebody, code: str, api_settings: Settings
) -> None:
    poll = make_poll(client, editor, code, show_results="always")
    with psycopg.connect(api_settings.database_url) as connection:
        connection.execute(
            "insert into vote_tallies (code_id, poll_id, choice, part, org_id, votes)"
            " select %s, %s, unnest(array['tea', 'coffee']), 0, %s, 50000",
            [code, poll, editor.org_id],
        )

    assert tally(client, PHONE, code, poll)["total"] == 100_000
