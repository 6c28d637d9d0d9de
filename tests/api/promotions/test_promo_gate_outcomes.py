"""The outcome to which a gate redirects: Back, reload, other URLs, browsers without cookies."""

import re
from collections.abc import Callable

import pytest
from limits import parse
from starlette.testclient import TestClient

from api.domains.visits.visits import gate_request
from api.kit.clock import Clock
from runtime.settings import Settings
from tests.support.promos import BROWSER, Browser, Locks, MovableClock
from tests.support.visits import outbox_of
from tests.support.waiting import eventually


@pytest.fixture
def clock(movable_clock: MovableClock) -> Clock:
    """Return a clock that the test moves."""
    return movable_clock


def test_back_and_reload_show_why_the_page_stays_locked(
    locks: Locks, browser: Callable[[], Browser], movable_clock: MovableClock
) -> None:
    code_id, _ = locks.locked()
    other, _ = locks.locked()
    visitor = browser()
    eventually(lambda: not visitor.is_in(code_id) and not visitor.is_in(other))

    location = visitor.submit(f"/code/{code_id}/unlock?table=4", "My secret").headers["location"]
    first, again = visitor.get(location), visitor.get(location)
    elsewhere = visitor.get(location.replace(code_id, other))
    movable_clock.move(minutes=11)
    later = visitor.get(location)

    assert location.startswith(f"/code/{code_id}/unlock?table=4&wp_outcome=")
    assert "secret" not in location.casefold()
    for page in (first, again):
        assert "is not valid for this page" in page.text
        assert 'value="My secret"' in page.text
        assert f'action="/code/{code_id}/unlock?table=4"' in page.text
    for page in (elsewhere, later):
        assert (page.status_code, "Enter your promo code" in page.text) == (200, True)
        assert "My secret" not in page.text
        assert 'role="alert"' not in page.text


def test_gate_page_redirects_once_the_lock_is_open(
    locks: Locks, browser: Callable[[], Browser], settings: Settings
) -> None:
    code_id, promo = locks.locked()
    visitor = browser()
    eventually(lambda: not visitor.is_in(code_id))
    location = visitor.submit(f"/code/{code_id}/unlock", "wrong").headers["location"]
    scans = len(outbox_of(settings.database_url).scans())

    visitor.get(location)
    visitor.unlock(code_id, promo)
    after = visitor.get(location)

    assert len(outbox_of(settings.database_url).scans()) == scans
    assert (after.status_code, after.headers["location"]) == (303, f"/code/{code_id}")
    assert visitor.get("/code/2222222222/unlock").status_code == 404


def test_query_of_a_locked_page_is_kept_when_it_opens(
    locks: Locks, browser: Callable[[], Browser]
) -> None:
    code_id, promo = locks.locked()
    visitor = browser()
    query = f"?table=4&promo={promo}&note=a%26b%22"

    eventually(
        lambda: (
            f'action="/code/{code_id}/unlock?table=4&amp;note=a%26b%22"'
            in visitor.open(code_id, query).text
        )
    )
    opened = visitor.submit(f"/code/{code_id}/unlock?table=4&note=a%26b%22", promo)

    assert opened.headers["location"] == f"/code/{code_id}?table=4&note=a%26b%22"


def test_browser_without_cookies_gets_an_explanation_and_keeps_its_promo_code(
    locks: Locks, browser: Callable[[], Browser], client: TestClient
) -> None:
    code_id, promo = locks.locked()
    visitor, forgetful, stranger = browser(), browser(), browser()
    eventually(lambda: not visitor.is_in(code_id))

    location = forgetful.submit(f"/code/{code_id}/unlock", promo).headers["location"]
    forgetful.cookies.clear()
    page = forgetful.get(location).text
    action = re.search(r'action="(/code/[^"]+/unlock\?wp_outcome=[^"]+)"', page)
    assert action is not None, page
    headers = {**BROWSER, "User-Agent": "Mozilla/5.0 (Linux; Android 15) Firefox/140.0"}
    client.cookies.clear()
    copied = client.post(action[1], data={"promo": promo}, headers=headers)

    assert "needs a cookie" in page
    assert "used up" in client.get(copied.headers["location"], headers=headers).text
    assert forgetful.submit(action[1], promo).headers["location"].startswith(f"/code/{code_id}/")
    assert forgetful.is_in(code_id)
    assert "used up" in stranger.unlock(code_id, promo).text
    assert locks.usage(code_id)["totals"]["uses"] == 1


def test_gate_pages_are_rate_limited_by_network(
    locks: Locks, browser: Callable[[], Browser], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gate_request, "GATE_PAGES_PER_NETWORK", parse("2 per minute"))
    code_id, _ = locks.locked()
    visitor = browser()
    eventually(lambda: not visitor.is_in(code_id))

    answers = [visitor.get(f"/code/{code_id}/unlock") for _ in range(3)]

    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert int(answers[2].headers["retry-after"]) > 0
