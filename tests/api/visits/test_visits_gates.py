"""Codes with a gate: a password or a promo code, on real Postgres."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from httpx2 import Response
from starlette.testclient import TestClient

from api.domains.codes.codes.unlocks import UnlockMethod, cookie_name, make_unlock
from runtime.settings import Settings
from tests.support.people import Org, Somebody
from tests.support.visits import Outbox, make_code
from tests.support.waiting import eventually

pytestmark = pytest.mark.one_database

PERSON = {
    "User-Agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Safari/604.1",
    "Accept": "text/html",
}
LOCK = {"enabled": True, "epoch": 2, "open_minutes": 60, "message": "Members <only>"}


@pytest.fixture
def new_code(settings: Settings, org: Org) -> Callable[..., str]:
    """`new_code(**columns)` → id of a redirect code of the test's organisation."""
    return lambda **columns: make_code(settings.database_url, org.org_id, **columns)


def opened(settings: Settings, code_id: str, what: UnlockMethod, epoch: int) -> dict[str, str]:
    """Return the headers of a visitor who has unlocked the code."""
    until = datetime.now(UTC) + timedelta(minutes=5)
    value = make_unlock(settings.secret_key, code_id, what, epoch, until)
    return PERSON | {"Cookie": f"{cookie_name(code_id, what)}={value}"}


def test_promo_lock_shows_its_gate_even_if_the_code_has_a_fallback(
    client: TestClient, new_code: Callable[..., str], outbox: Outbox
) -> None:
    code_id = new_code(promo_lock=LOCK, fallback_url="https://fallback.example/")

    answer = client.get(f"/code/{code_id}?promo=%22SPRING%3C", headers=PERSON)

    assert answer.status_code == 200
    assert f'method="post" action="/code/{code_id}/unlock"' in answer.text
    assert 'value="&#34;SPRING&lt;"' in answer.text
    assert "Members &lt;only&gt;" in answer.text
    assert "form-action 'self' https: http:" in answer.headers["content-security-policy"]
    assert outbox.scans()[0].data.outcome == "refused"


@pytest.mark.parametrize("what", ["promo", "master"])
def test_unlock_of_the_current_epoch_opens_the_promo_lock(
    settings: Settings, client: TestClient, new_code: Callable[..., str], what: UnlockMethod
) -> None:
    code_id = new_code(promo_lock=LOCK)

    right = client.get(f"/code/{code_id}", headers=opened(settings, code_id, what, 2))
    stale = client.get(f"/code/{code_id}", headers=opened(settings, code_id, what, 1))

    assert (right.status_code, stale.status_code) == (302, 200)


def test_disabled_promo_lock_locks_nothing(
    client: TestClient, new_code: Callable[..., str]
) -> None:
    code_id = new_code(promo_lock=LOCK | {"enabled": False})

    assert client.get(f"/code/{code_id}", headers=PERSON).status_code == 302


def test_password_gate_comes_before_the_promo_lock(
    settings: Settings, client: TestClient, new_code: Callable[..., str]
) -> None:
    code_id = new_code(promo_lock=LOCK, password_hash="x", password_epoch=7)

    first = client.get(f"/code/{code_id}", headers=PERSON)
    second = client.get(f"/code/{code_id}", headers=opened(settings, code_id, "password", 7))

    assert f'action="/code/{code_id}/password"' in first.text
    assert f'action="/code/{code_id}/unlock"' in second.text


def set_password(client: TestClient, editor: Somebody, code_id: str, password: str | None) -> None:
    body = {"code_id": code_id, "password": password}
    answer = client.post("/v1/qr/update-code", json=body, headers=editor.headers)
    assert answer.status_code == 200, answer.text
    assert answer.json()["has_password"] is (password is not None)
    assert "argon" not in answer.text
    assert "scrypt" not in answer.text


def test_correct_password_opens_the_code(
    client: TestClient, editor: Somebody, new_code: Callable[..., str]
) -> None:
    code_id = new_code()
    set_password(client, editor, code_id, "open sesame")

    asked = client.get(f"/code/{code_id}", headers=PERSON)
    response = client.post(f"/code/{code_id}/password", data={"password": "x"}, headers=PERSON)
    wrong, reloaded = (client.get(response.headers["location"], headers=PERSON) for _ in range(2))
    still = client.get(f"/code/{code_id}", headers=PERSON)
    right = client.post(
        f"/code/{code_id}/password", data={"password": " open sesame "}, headers=PERSON
    )
    opened_now = client.get(f"/code/{code_id}", headers=PERSON)

    assert 'type="password"' in asked.text
    assert (wrong.status_code, still.status_code) == (403, 200)
    assert response.status_code == 303
    assert "Wrong password" in wrong.text
    assert "Wrong password" in reloaded.text
    assert (right.status_code, right.headers["location"]) == (303, f"/code/{code_id}")
    assert opened_now.headers["location"] == "https://harbor.example/menu"


def test_new_password_revokes_earlier_unlocks_and_removed_password_opens_the_code(
    client: TestClient, editor: Somebody, new_code: Callable[..., str]
) -> None:
    code_id = new_code()
    path = f"/code/{code_id}"
    set_password(client, editor, code_id, "first one")
    eventually(lambda: client.get(path).status_code == 200)
    client.post(f"{path}/password", data={"password": "first one"}, headers=PERSON)
    assert client.get(path, headers=PERSON).status_code == 302

    set_password(client, editor, code_id, "second one")

    eventually(lambda: client.get(path, headers=PERSON).status_code == 200)
    set_password(client, editor, code_id, None)
    eventually(lambda: client.get(path, headers=PERSON).status_code == 302)


def test_password_of_a_child_does_not_open_the_base_that_it_follows_again(
    client: TestClient, editor: Somebody, new_code: Callable[..., str]
) -> None:
    base = new_code()
    child = new_code(base_code_id=base)
    set_password(client, editor, child, "of the child")
    path = f"/code/{child}"
    eventually(lambda: client.get(path).status_code == 200)
    client.post(f"{path}/password", data={"password": "of the child"}, headers=PERSON)
    assert client.get(path, headers=PERSON).status_code == 302

    follow = {"code_id": child, "overrides": []}
    client.post("/v1/qr/update-code", json=follow, headers=editor.headers)
    set_password(client, editor, base, "of the base")

    eventually(lambda: 'type="password"' in client.get(path, headers=PERSON).text)


def test_password_guessing_is_rate_limited(
    client: TestClient, editor: Somebody, new_code: Callable[..., str]
) -> None:
    code_id = new_code()
    set_password(client, editor, code_id, "open sesame")

    def give(password: str) -> Response:
        result = client.post(
            f"/code/{code_id}/password", data={"password": password}, headers=PERSON
        ).headers["location"]
        return client.get(result, headers=PERSON)

    tries = [give(f"{number}") for number in range(11)]
    right = give("open sesame")

    assert [answer.status_code for answer in tries] == [403] * 10 + [429]
    assert right.status_code == 429
    assert int(right.headers["retry-after"]) > 0


def test_browser_without_cookies_learns_why_the_password_does_not_open_the_code(
    client: TestClient, editor: Somebody, new_code: Callable[..., str]
) -> None:
    code_id = new_code()
    set_password(client, editor, code_id, "open sesame")
    path, right = f"/code/{code_id}/password?table=4", {"password": "open sesame"}

    result = client.post(path, data=right, headers=PERSON).headers["location"]
    client.cookies.clear()
    page = client.get(result, headers=PERSON)
    result = client.post(path, data=right, headers=PERSON).headers["location"]
    kept = client.get(result, headers=PERSON)

    assert (page.status_code, "needs a cookie" in page.text) == (200, True)
    assert (kept.status_code, kept.headers["location"]) == (303, f"/code/{code_id}?table=4")


@pytest.mark.parametrize("password", ["abc", "", "x" * 201])
def test_invalid_password_is_refused_with_its_field_name(
    client: TestClient, editor: Somebody, new_code: Callable[..., str], password: str
) -> None:
    body = {"code_id": new_code(), "password": password}

    answer = client.post("/v1/qr/update-code", json=body, headers=editor.headers)

    assert [error["field"] for error in answer.json()["errors"]] == ["password"]


def test_password_for_a_code_without_one_redirects_to_the_code(
    client: TestClient, new_code: Callable[..., str]
) -> None:
    code_id = new_code()

    assert client.post(f"/code/{code_id}/password", data={"password": "x"}).status_code == 303
    assert client.post("/code/zzzzzzzzzz/password", data={"password": "x"}).status_code == 404
