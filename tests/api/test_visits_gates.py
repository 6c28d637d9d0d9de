"""Codes that ask for something first: a password or a promo code, on real Postgres."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from starlette.testclient import TestClient

from api.domains.codes.unlocks import Opener, cookie_name, make_unlock
from runtime.settings import Settings
from tests.support.people import Org
from tests.support.visits import Outbox, make_code, outbox_of

PERSON = {"User-Agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Safari/604.1"}
LOCK = {"enabled": True, "epoch": 2, "open_minutes": 60, "message": "Members <only>"}


@pytest.fixture
def settings(module_settings: Settings) -> Settings:
    """One database for the file: organisations keep its tests apart."""
    return module_settings


@pytest.fixture
def outbox(settings: Settings) -> Outbox:
    return outbox_of(settings.database_url)


@pytest.fixture
def new_code(settings: Settings, org: Org) -> Callable[..., str]:
    """`new_code(**columns)` → id of a redirect code of the test's organisation."""
    return lambda **columns: make_code(settings.database_url, org.org_id, **columns)


def opened(settings: Settings, code_id: str, what: Opener, epoch: int) -> dict[str, str]:
    """Headers of a visitor who holds an unlock."""
    until = datetime.now(UTC) + timedelta(minutes=5)
    value = make_unlock(settings.secret_key, code_id, what, epoch, until)
    return PERSON | {"Cookie": f"{cookie_name(code_id, what)}={value}"}


def test_a_promo_lock_shows_its_gate_whatever_the_fallback(
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
def test_an_unlock_of_this_epoch_opens_the_lock(
    settings: Settings, client: TestClient, new_code: Callable[..., str], what: Opener
) -> None:
    code_id = new_code(promo_lock=LOCK)

    right = client.get(f"/code/{code_id}", headers=opened(settings, code_id, what, 2))
    stale = client.get(f"/code/{code_id}", headers=opened(settings, code_id, what, 1))

    assert (right.status_code, stale.status_code) == (302, 200)


def test_a_lock_that_is_off_locks_nothing(client: TestClient, new_code: Callable[..., str]) -> None:
    code_id = new_code(promo_lock=LOCK | {"enabled": False})

    assert client.get(f"/code/{code_id}", headers=PERSON).status_code == 302


def test_the_password_comes_before_the_promo_code(
    settings: Settings, client: TestClient, new_code: Callable[..., str]
) -> None:
    code_id = new_code(promo_lock=LOCK, password_hash="x", password_epoch=7)

    first = client.get(f"/code/{code_id}", headers=PERSON)
    second = client.get(f"/code/{code_id}", headers=opened(settings, code_id, "password", 7))

    assert f'action="/code/{code_id}/password"' in first.text
    assert f'action="/code/{code_id}/unlock"' in second.text
