"""The gate of a locked page: a plain form, a cookie that keeps it open, master keys, guessing."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from starlette.testclient import TestClient

from api.domains.promotions.promo_locks import guess_limits
from api.kit.clock import Clock
from ingest.contracts.redemption import RedemptionRecordedV2
from runtime.settings import Settings
from tests.support.people import Somebody
from tests.support.promos import Browser, Locks, MovableClock
from tests.support.visits import outbox_of
from tests.support.waiting import eventually

PIER = {"latitude": 40.7033, "longitude": -74.0170}


@pytest.fixture
def clock(movable_clock: MovableClock) -> Clock:
    """Return a clock that moves only when the test moves it."""
    return movable_clock


def test_code_of_type_promo_shows_its_content_behind_its_lock(
    locks: Locks, browser: Callable[[], Browser]
) -> None:
    code_id = locks.page(type="promo")
    visitor = browser()
    assert visitor.is_in(code_id)

    (promo,) = locks.promos(code_id, amount=1)
    eventually(lambda: not visitor.is_in(code_id))
    visitor.unlock(code_id, promo)

    assert visitor.is_in(code_id)


def test_promo_code_opens_the_page_and_the_cookie_keeps_it_open(
    locks: Locks, browser: Callable[[], Browser], movable_clock: MovableClock
) -> None:
    code_id, promo = locks.locked(lock={"open_minutes": 60})
    visitor, other = browser(), browser()
    eventually(lambda: not visitor.is_in(code_id))

    opened = visitor.unlock(code_id, promo.lower().replace("-", " "))

    assert (opened.status_code, opened.headers["location"]) == (303, f"/code/{code_id}")
    assert "HttpOnly" in opened.headers["set-cookie"]
    assert visitor.is_in(code_id)
    refused = other.unlock(code_id, promo)
    assert (refused.status_code, "has been used up" in refused.text) == (200, True)
    assert refused.headers["cache-control"] == "no-store"
    assert "form-action" in refused.headers["content-security-policy"]
    movable_clock.move(minutes=61)
    assert not visitor.is_in(code_id)


def test_submitting_twice_counts_one_use(locks: Locks, browser: Callable[[], Browser]) -> None:
    code_id, promo = locks.locked(max_uses=2, uses_per_customer=1)
    visitor = browser()
    eventually(lambda: not visitor.is_in(code_id))

    statuses = [visitor.unlock(code_id, promo).status_code for _ in range(2)]

    assert statuses == [303, 303]
    assert locks.usage(code_id)["totals"]["uses"] == 1


def test_submitting_twice_without_consent_counts_one_use(
    locks: Locks, browser: Callable[[], Browser]
) -> None:
    code_id, promo = locks.locked(max_uses=3, uses_per_customer=None)
    visitor, neighbour = browser(), browser()
    for one in (visitor, neighbour):
        one.cookies["wp_consent"] = "refused"
    eventually(lambda: not visitor.is_in(code_id))

    statuses = [visitor.unlock(code_id, promo).status_code for _ in range(3)]
    once = locks.usage(code_id)["totals"]["uses"]
    visitor.cookies.pop("wp_consent")
    remembered = visitor.unlock(code_id, promo)
    neighbour.unlock(code_id, promo)

    assert statuses == [303, 303, 303]
    assert (once, remembered.status_code) == (1, 303)
    assert locks.usage(code_id)["totals"]["uses"] == 2


def test_link_fills_the_form_without_using_the_promo_code(
    locks: Locks, browser: Callable[[], Browser]
) -> None:
    code_id, promo = locks.locked()
    visitor = browser()

    eventually(lambda: f'value="{promo}"' in visitor.open(code_id, f"?promo={promo}").text)

    assert locks.usage(code_id)["totals"]["uses"] == 0
    escaped = visitor.open(code_id, '?promo="><script>alert(1)</script>').text
    assert "<script>alert" not in escaped


def test_location_is_requested_only_if_a_code_needs_it(
    locks: Locks, browser: Callable[[], Browser]
) -> None:
    everywhere, _ = locks.locked()
    code_id, promo = locks.locked(**PIER)
    visitor = browser()
    eventually(lambda: "data-needs-location" in visitor.open(code_id).text)

    assert "data-needs-location" not in visitor.open(everywhere).text
    without = visitor.unlock(code_id, promo, latitude="", longitude="")
    assert "only works at one place. Share your location" in without.text
    far = visitor.unlock(code_id, promo, latitude="48.2", longitude="16.37")
    assert "too far" in far.text
    nonsense = visitor.unlock(code_id, promo, latitude="here", longitude="there")
    assert "is not valid for this page" in nonsense.text
    assert (
        visitor.unlock(code_id, promo, latitude="40.7033", longitude="-74.017").status_code == 303
    )


def test_page_is_unlocked_with_json(locks: Locks, client: TestClient) -> None:
    code_id, promo = locks.locked()

    wrong = client.post(f"/code/{code_id}/unlock", json={"promo": "wrong"})
    right = client.post(f"/code/{code_id}/unlock", json={"promo": promo})
    plain = client.post(f"/code/{code_id}/unlock", content=b"x", headers={"Content-Type": "a/b"})
    unknown = client.post("/code/2222222222/unlock", json={"promo": promo})

    assert wrong.json()["reason"] == "unknown"
    assert (right.json()["used"], "wp_open_promo" in right.headers["set-cookie"]) == (True, True)
    assert (plain.status_code, unknown.status_code) == (415, 404)


def test_close_open_locks_the_page_for_all_visitors(
    locks: Locks, browser: Callable[[], Browser]
) -> None:
    code_id, promo = locks.locked(max_uses=None, uses_per_customer=None)
    visitor = browser()
    visitor.unlock(code_id, promo)
    eventually(lambda: visitor.is_in(code_id))

    locks.call("promo_lock/set_lock", qr_id=code_id, close_open=True)

    eventually(lambda: not visitor.is_in(code_id))
    assert visitor.unlock(code_id, promo).status_code == 303
    eventually(lambda: visitor.is_in(code_id))


def test_master_key_uses_no_promo_code_and_is_recorded_separately(
    locks: Locks, browser: Callable[[], Browser], settings: Settings
) -> None:
    code_id, promo = locks.locked()
    outbox = outbox_of(settings.database_url)
    made = locks.call("set_master_key", qr_id=code_id)
    visitor = browser()

    assert visitor.unlock(code_id, made["key"].lower()).status_code == 303

    eventually(lambda: visitor.is_in(code_id))
    seen = locks.usage(code_id)
    assert (seen["totals"]["uses"], seen["totals"]["master_uses"]) == (0, 1)
    assert [(it["kind"], it["promo_code"]) for it in seen["items"]] == [("master", None)]
    assert locks.check(code_id, promo)["locked"] is False
    events = [event for event in outbox.events() if isinstance(event, RedemptionRecordedV2)]
    assert [event.data.kind for event in events] == ["master_key"]
    key = locks.call("get_master_key_promo_code", qr_id=code_id)
    assert (key["exists"], key["used"]) == (True, 1)
    assert "key" not in key
    assert made["key"] not in str(key)


def test_new_master_key_closes_only_pages_that_the_old_one_opened(
    locks: Locks, browser: Callable[[], Browser]
) -> None:
    code_id, promo = locks.locked()
    old = locks.call("set_master_key", qr_id=code_id)["key"]
    staff, customer = browser(), browser()
    staff.unlock(code_id, old)
    customer.unlock(code_id, promo)
    eventually(lambda: staff.is_in(code_id) and customer.is_in(code_id))

    new = locks.call("edit_master_key", qr_id=code_id, new_key=True)["key"]

    eventually(lambda: not staff.is_in(code_id))
    assert customer.is_in(code_id)
    assert "is not valid for this page" in staff.unlock(code_id, old).text
    assert staff.unlock(code_id, new).status_code == 303
    assert locks.call("delete_master_key", qr_id=code_id)["deleted"] is True
    eventually(lambda: not staff.is_in(code_id))
    assert customer.is_in(code_id)
    assert locks.call("delete_master_key", qr_id=code_id)["deleted"] is False


def test_master_key_expires_by_time_and_by_number_of_uses(
    locks: Locks, browser: Callable[[], Browser], movable_clock: MovableClock
) -> None:
    code_id, _ = locks.locked()
    ends = (movable_clock.now + timedelta(minutes=10)).isoformat()
    key = locks.call(
        "set_master_key", qr_id=code_id, key="Staff only 42", expires_at=ends, max_uses=2
    )
    staff = browser()

    statuses = [browser().unlock(code_id, "STAFF-ONLY-42").status_code for _ in range(3)]
    assert (key["key"], statuses) == ("Staff only 42", [303, 303, 200])
    later = locks.call("edit_master_key", qr_id=code_id, max_uses=None)
    assert later["key"] is None
    assert staff.unlock(code_id, "staffonly42").status_code == 303
    eventually(lambda: staff.is_in(code_id))
    movable_clock.move(minutes=11)
    assert not staff.is_in(code_id)
    assert staff.unlock(code_id, "staffonly42").status_code == 200


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("set_master_key", {"key": "short"}, 422),
        ("set_master_key", {"expires_at": "2020-01-01T00:00:00Z"}, 422),
        ("set_master_key", {"max_uses": 0}, 422),
        ("edit_master_key", {"new_key": True}, 404),
    ],
)
def test_invalid_master_keys_are_refused(
    locks: Locks, client: TestClient, admin: Somebody, path: str, body: dict[str, Any], status: int
) -> None:
    code_id, _ = locks.locked()

    answer = client.post(f"/v1/{path}", json={"qr_id": code_id, **body}, headers=admin.headers)

    assert answer.status_code == status, answer.text


def test_code_has_one_master_key_and_needs_a_lock_for_it(
    locks: Locks, client: TestClient, admin: Somebody
) -> None:
    code_id, _ = locks.locked()
    locks.call("set_master_key", qr_id=code_id)

    again = client.post("/v1/set_master_key", json={"qr_id": code_id}, headers=admin.headers)
    bare = client.post("/v1/set_master_key", json={"qr_id": locks.page()}, headers=admin.headers)

    assert [it.json()["code"] for it in (again, bare)] == ["master_key_exists", "no_promo_lock"]


def test_too_many_wrong_promo_codes_are_refused_and_raise_an_alert(
    locks: Locks, browser: Callable[[], Browser], movable_clock: MovableClock, client: TestClient
) -> None:
    code_id, promo = locks.locked()
    visitor = browser()
    eventually(lambda: not visitor.is_in(code_id))

    pages = [
        visitor.unlock(code_id, f"WRONG{number}") for number in range(guess_limits.PER_VISITOR + 1)
    ]

    assert [page.status_code for page in pages] == [200] * guess_limits.PER_VISITOR + [429]
    assert "Too many wrong promo codes" in pages[-1].text
    assert int(pages[-1].headers["retry-after"]) > 0
    assert visitor.unlock(code_id, promo).status_code == 429
    (alarm,) = locks.call("promo_lock/list_alarms", qr_id=code_id)["items"]
    assert (alarm["kind"], alarm["wrong"], alarm["seen_at"]) == (
        "device",
        guess_limits.PER_VISITOR,
        None,
    )
    assert locks.call("promo_lock/get_lock", qr_id=code_id)["unseen_alarms"] == 1
    assert locks.call("promo_lock/see_alarms", qr_id=code_id) == {"seen": 1}
    assert locks.call("promo_lock/get_lock", qr_id=code_id)["unseen_alarms"] == 0
    movable_clock.move(minutes=15)
    assert visitor.unlock(code_id, promo).status_code == 303


def test_browsers_without_cookies_share_the_limit_of_their_address(
    locks: Locks, client: TestClient
) -> None:
    code_id, promo = locks.locked()
    body = {"qr_id": code_id, "promo_code": "WRONG"}

    def guess(number: int) -> int:
        headers = {"User-Agent": f"agent {number}"}
        return client.post("/v1/check_promo_code", json=body, headers=headers).status_code

    statuses = [guess(number) for number in range(guess_limits.PER_ADDRESS + 1)]

    assert statuses == [200] * guess_limits.PER_ADDRESS + [429]
    used = client.post("/v1/promo_code_usage", json={"qr_id": code_id, "promo_code": promo})
    assert used.json()["code"] == "too_many_guesses"


def test_code_under_attack_allows_fewer_attempts_per_device(
    locks: Locks, browser: Callable[[], Browser], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guess_limits, "PER_CODE", 5)
    code_id, _ = locks.locked()
    first, second = browser(), browser()
    eventually(lambda: not first.is_in(code_id) and not second.is_in(code_id))

    for number in range(5):
        first.unlock(code_id, f"WRONG{number}")

    assert first.unlock(code_id, "WRONG").status_code == 429
    kinds = [it["kind"] for it in locks.call("promo_lock/list_alarms", qr_id=code_id)["items"]]
    assert kinds == ["code"]


def test_notes_are_locked_with_their_code(locks: Locks, browser: Callable[[], Browser]) -> None:
    code_id, _ = locks.locked()
    key = locks.call("set_master_key", qr_id=code_id)["key"]
    locks.call("add_qr_note", code_id=code_id, title="Inside", body="<p>Hush</p>", is_public=True)
    path = f"/code/note/{code_id}"
    staff = browser()
    eventually(lambda: staff.get(path).status_code == 302)

    staff.unlock(code_id, key)
    eventually(lambda: "Hush" in staff.get(path).text)
    locks.call("delete_master_key", qr_id=code_id)
    eventually(lambda: staff.get(path).status_code == 302)
