"""Share links: numbers without a login, never beyond what the link allows, until it expires."""

from datetime import UTC, datetime, timedelta
from itertools import product
from typing import Any

import psycopg
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient

from api.domains.insights.share_links.dependencies import PER_ADDRESS
from api.domains.insights.share_links.filters import intersect_filters
from runtime.settings import Settings
from tests.pipelines.events import land, make_event
from tests.support.people import MakeMember, MakeOrg, Org, Somebody
from warehouse.lake import Lake


def call(client: TestClient, path: str, who: Somebody | None = None, **body: Any) -> Any:
    """Return the response to a call that must succeed."""
    answer = client.post(f"/v1/{path}", json=body, headers=who.headers if who else {})
    assert answer.status_code == 200, answer.text
    return answer.json()


def make_link(client: TestClient, who: Somebody, **body: Any) -> Any:
    filters = body.pop("filters", {})
    question = {"interval": "24hour", "filters": filters}
    return call(
        client, "create-share-link", who, **{"name": "Partners", "question": question} | body
    )


@pytest.fixture
def landed(settings: Settings, org: Org, make_org: MakeOrg) -> None:
    """Land three scans of one code, two of another, and one of another organisation."""
    other = make_org("Northwind").org_id
    plan = [(org.org_id, "codeA", 3), (org.org_id, "codeB", 2), (other, "codeA", 1)]
    now, events, number = datetime.now(UTC), [], 0
    for org_id, code_id, count in plan:
        for _ in range(count):
            number += 1
            at = now - timedelta(minutes=number)
            events.append(
                make_event(
                    number, org_id=org_id, code_id=code_id, visitor_id=f"v{number}", occurred_at=at
                )
            )
    land(Lake.from_settings(settings), *events)


def test_share_link_answers_only_for_its_code(
    client: TestClient, editor: Somebody, landed: None
) -> None:
    link = make_link(client, editor, filters={"code": ["codeA"]})
    token = link["token"]
    assert link["url"].endswith(f"/shared/{token}")

    board = call(client, "open-share-link", token=token)
    assert (board["name"], board["question"]["filters"]) == ("Partners", {"code": ["codeA"]})
    for filters, scans in (
        ({}, 3),
        ({"code": ["codeB"]}, 0),
        ({"code": ["codeA", "codeB"]}, 3),
        ({"code": ["-codeA"]}, 0),
        ({"code": ["-codeB"]}, 3),
        ({"code": [""]}, 0),
    ):
        answer = call(client, "ask-share-link", token=token, filters=filters, group_by=["code"])
        assert answer["totals"]["scans"] == scans, filters
        assert {it["key"] for it in answer["breakdowns"]["code"]} <= {"codeA"}
    # The number of pending events is that of all organisations together.
    own = client.post("/v1/get-analytics", json={"interval": "7day"}, headers=editor.headers)
    assert own.json()["tail_events"] > 0
    assert answer["tail_events"] == 0
    # The public learns only what the organisation's visitors see, and nothing more about it.
    assert set(board["organization"]) == {"name", "logo", "color"}
    whole = make_link(client, editor)
    assert call(client, "ask-share-link", token=whole["token"])["totals"]["scans"] == 5


def test_share_link_with_fixed_range_keeps_that_range(
    client: TestClient, editor: Somebody, landed: None
) -> None:
    fixed = make_link(client, editor, range_is_fixed=True)["token"]
    free = make_link(client, editor)["token"]
    old = {"from": "2020-01-01T00:00:00Z", "to": "2020-02-01T00:00:00Z"}

    assert call(client, "ask-share-link", None, token=fixed, **old)["totals"]["scans"] == 5
    assert call(client, "ask-share-link", None, token=free, **old)["totals"]["scans"] == 0


def test_share_link_expires(
    client: TestClient, editor: Somebody, viewer: Somebody, settings: Settings
) -> None:
    revoked, expired = make_link(client, editor), make_link(client, editor, days=1)
    with psycopg.connect(settings.database_url) as connection:
        connection.execute(
            "update share_links set expires_at = %s where link_id = %s",
            [datetime.now(UTC) - timedelta(seconds=1), expired["link_id"]],
        )
        kept = str(connection.execute("select * from share_links").fetchall())
    call(client, "revoke-share-link", editor, link_id=revoked["link_id"])

    for token, status, code in (
        (revoked["token"], 410, "link_revoked"),
        (expired["token"], 410, "link_expired"),
        (f"{revoked['token'][:-2]}AA", 404, "link_not_found"),
        ("é", 404, "link_not_found"),
    ):
        for path in ("open-share-link", "ask-share-link"):
            answer = client.post(f"/v1/{path}", json={"token": token})
            assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert revoked["token"] not in kept
    listed = call(client, "list-share-links", editor)["items"]
    assert {it["link_id"]: it["state"] for it in listed} == {
        revoked["link_id"]: "revoked",
        expired["link_id"]: "expired",
    }
    weak = client.post("/v1/list-share-links", json={}, headers=viewer.headers)
    assert weak.status_code == 403


def test_invalid_requests_are_refused(
    client: TestClient, editor: Somebody, make_org: MakeOrg, make_member: MakeMember
) -> None:
    for question, field in (
        ({"filters": {"no such": ["x"]}}, "question.filters.no such"),
        ({"from": "2026-01-01T00:00:00Z"}, "question.from"),
        ({"interval": "fortnight"}, "question.interval"),
    ):
        body = {"name": "A", "question": question}
        answer = client.post("/v1/create-share-link", json=body, headers=editor.headers)
        assert (answer.status_code, answer.json()["errors"][0]["field"]) == (422, field)
    link_id = make_link(client, editor)["link_id"]
    stranger = make_member(make_org("Northwind"), "owner")
    refused = client.post(
        "/v1/revoke-share-link", json={"link_id": link_id}, headers=stranger.headers
    )
    assert refused.status_code == 404


def test_guessing_share_links_is_rate_limited(client: TestClient) -> None:
    answers = [
        client.post("/v1/open-share-link", json={"token": "guess"}).status_code
        for _ in range(PER_ADDRESS.amount + 1)
    ]

    assert answers[0] == 404
    assert answers[-1] == 429


VALUES = st.lists(st.sampled_from(["a", "b", "c", "", "-a", "-b", "-"]), max_size=4)
FILTERS = st.dictionaries(st.sampled_from(["code", "country"]), VALUES, max_size=2)


def passes(filters: dict[str, list[str]], row: dict[str, str]) -> bool:
    for name, values in filters.items():
        only = [value for value in values if not value.startswith("-")]
        if only and row[name] not in only:
            return False
        if f"-{row[name]}" in values:
            return False
    return True


@settings(max_examples=25)
@given(FILTERS, FILTERS)
def test_intersected_filters_match_only_rows_that_match_both(
    allowed: dict[str, list[str]], asked: dict[str, list[str]]
) -> None:
    both = intersect_filters(allowed, asked)

    for code, country in product("abc", "abc"):
        row = {"code": code, "country": country}
        assert passes(both, row) == (passes(allowed, row) and passes(asked, row))


def test_shared_page_is_not_indexed_by_search_engines(client: TestClient) -> None:
    page = client.get("/shared/some.token")

    assert page.headers["x-robots-tag"].startswith("noindex")
    assert page.headers["referrer-policy"] == "no-referrer"
