"""Idempotency-Key: one change, one response, however often the request is repeated."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import Any

import psycopg
import pytest
from starlette.testclient import TestClient

from api.kit.process_state import ProcessState
from api.kit.web_app import WebApp
from runtime.settings import Settings
from tests.support.app_state import change_state
from tests.support.people import People, Somebody


@pytest.fixture
def make_key(client: TestClient, admin: Somebody) -> Callable[..., Any]:
    """Return a function that creates an API key with an Idempotency-Key and returns the response."""

    def make(key: str, name: str = "CI") -> Any:
        return client.post(
            "/v1/api_key",
            headers={**admin.headers, "Idempotency-Key": key},
            json={"action": "make", "name": name},
        )

    return make


def count_keys(settings: Settings) -> int:
    with psycopg.connect(settings.database_url) as connection:
        row = connection.execute("select count(*) from api_keys").fetchone()
    assert row is not None
    return int(row[0])


def test_repeated_request_gets_the_first_response(
    make_key: Callable[..., Any], settings: Settings
) -> None:
    first, second = make_key("once"), make_key("once")

    assert second.content == first.content
    assert second.headers["idempotency-replayed"] == "true"
    assert second.headers["content-type"] == first.headers["content-type"]
    assert count_keys(settings) == 1


def test_different_request_with_the_same_key_is_refused(make_key: Callable[..., Any]) -> None:
    make_key("once")

    answer = make_key("once", name="Other")

    assert (answer.status_code, answer.json()["code"]) == (409, "idempotency_key_reused")


def test_query_string_is_part_of_the_keyed_request(client: TestClient, admin: Somebody) -> None:
    headers = {**admin.headers, "Idempotency-Key": "once"}
    body = {"action": "make", "name": "CI"}

    first = client.post("/v1/api_key?for=till", headers=headers, json=body)
    again = client.post("/v1/api_key?for=till", headers=headers, json=body)
    other = client.post("/v1/api_key?for=door", headers=headers, json=body)

    assert again.content == first.content
    assert (other.status_code, other.json()["code"]) == (409, "idempotency_key_reused")


def test_stored_response_is_not_readable_in_the_database(
    make_key: Callable[..., Any], settings: Settings
) -> None:
    secret = make_key("once").json()["api_key"]

    with psycopg.connect(settings.database_url) as connection:
        rows = connection.execute("select key_hash, answer from idempotency_keys").fetchall()

    assert len(rows) == 1
    assert secret.encode() not in bytes(rows[0][1])
    assert rows[0][0] != "once"


def test_only_one_of_many_concurrent_requests_takes_effect(
    make_key: Callable[..., Any], settings: Settings
) -> None:
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: make_key("race"), range(8)))

    assert count_keys(settings) == 1
    assert {answer.status_code for answer in answers} <= {200, 409}
    assert len({answer.content for answer in answers if answer.status_code == 200}) == 1


def test_refused_request_can_be_retried(
    client: TestClient, admin: Somebody, viewer: Somebody
) -> None:
    headers = {**admin.headers, "Idempotency-Key": "retry"}
    wrong = client.post("/v1/add-to-org", headers=headers, json={"email": viewer.email})
    right = client.post("/v1/add-to-org", headers=headers, json={"email": "new@example.com"})

    assert (wrong.status_code, right.status_code) == (409, 201)


def test_keys_of_different_callers_do_not_collide(
    client: TestClient, admin: Somebody, owner: Somebody
) -> None:
    for person in (admin, owner):
        headers = {**person.headers, "Idempotency-Key": "same"}
        body = {"action": "make", "name": person.email}
        assert client.post("/v1/api_key", headers=headers, json=body).status_code == 200


def test_organisation_is_created_once(client: TestClient, people: People) -> None:
    headers = {**people.user().headers, "Idempotency-Key": "create"}

    first = client.post("/v0/create-org", headers=headers, json={"name": "Once"})
    second = client.post("/v0/create-org", headers=headers, json={"name": "Once"})

    assert (first.status_code, second.status_code) == (201, 201)
    assert second.json() == first.json()


def test_key_can_be_reused_after_a_day(
    app: WebApp, make_key: Callable[..., Any], settings: Settings
) -> None:
    make_key("daily")
    change_state(
        app, ProcessState, clock=lambda: datetime.now(UTC) + timedelta(hours=24, seconds=1)
    )

    assert make_key("daily").status_code in (200, 401)

    assert count_keys(settings) == 2


@pytest.mark.parametrize("key", ["", " ", "x" * 256, "ü"])
def test_invalid_keys_are_refused(client: TestClient, admin: Somebody, key: str) -> None:
    answer = client.post(
        "/v1/add-to-org",
        headers=[
            (b"authorization", f"Bearer {admin.token}".encode()),
            (b"idempotency-key", key.encode()),
        ],
        json={"email": "x@example.com"},
    )

    assert answer.status_code == 400
