"""Tills: a PIN at an enrolled device replaces a login, within limits, and everything is logged."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import psycopg
import pytest
from starlette.testclient import TestClient

from api.kit.clock import Clock
from runtime.settings import Settings
from tests.support.loyalty import Till
from tests.support.people import MakeMember, Org, Somebody
from tests.support.promos import MovableClock

PIN = "4711"


@pytest.fixture
def clock(movable_clock: MovableClock) -> Clock:
    return movable_clock


@pytest.fixture
def manager(client: TestClient, admin: Somebody) -> Till:
    return Till(client, admin)


class Device:
    """A device that a manager enrolled, with one person who works at it."""

    def __init__(self, client: TestClient, manager: Till, **limits: int) -> None:
        self.client = client
        enrolled = manager.call("enrol-till", name="Counter")
        self.till_id, self.secret = enrolled["till_id"], enrolled["secret"]
        person = manager.call("save-till-staff", name="Mia", pin=PIN, **limits)
        self.staff_id = person["staff_id"]
        self.token = ""

    def post(self, path: str, status: int = 200, headers: Any = None, **body: Any) -> Any:
        answer = self.client.post(f"/v1/{path}", json=body, headers=headers or {})
        assert answer.status_code == status, answer.text
        return answer.json()

    def unlock(self, pin: str = PIN, status: int = 200) -> Any:
        answer = self.post(
            "unlock-till", status, secret=self.secret, staff_id=self.staff_id, pin=pin
        )
        self.token = answer.get("token", self.token)
        return answer

    def call(self, path: str, status: int = 200, **body: Any) -> Any:
        return self.post(path, status, {"Waypost-Till": self.token}, **body)


def test_pin_on_a_till_gives_and_redeems_and_every_action_is_logged(
    client: TestClient, manager: Till
) -> None:
    device = Device(client, manager)
    ana, coffee = manager.customer(), manager.reward(price=2, unit="stamps")

    opened = device.post("open-till", secret=device.secret)
    device.unlock()
    give = {"customer_id": ana, "action": "add", "unit": "stamps", "amount": 3}
    given = device.call("rewards/post-swapt-card", **give, idempotency_key="a")
    device.call("rewards/post-swapt-card", **give, idempotency_key="a")
    redeemed = device.call("rewards/redeem", customer_id=ana, reward_id=coffee)
    award = redeemed["award"]["award_id"]
    device.call("rewards/redeem", customer_id=ana, action="undo", award_id=award)
    undo = {"customer_id": ana, "action": "undo", "movement_id": given["movement_id"]}
    card = device.call("rewards/post-swapt-card", **undo)["card"]
    log = manager.call("list-till-actions")

    assert opened == {"name": "Counter", "staff": [{"staff_id": device.staff_id, "name": "Mia"}]}
    assert card["history"][0]["recorded_by"] == "Mia"
    assert manager.balance(ana, "stamps") == (0, 0)
    assert sorted((it["kind"], it["amount"]) for it in log["items"]) == [
        ("redeem", 1),
        ("stamps", 3),
        ("undo", -3),
        ("undo_redeem", 1),
    ]
    assert {(it["till"], it["staff"]) for it in log["items"]} == {("Counter", "Mia")}
    assert manager.call("list-till-actions", page=2, pageSize=3)["items"] == log["items"][3:]


def test_till_can_only_access_cards(client: TestClient, manager: Till) -> None:
    device = Device(client, manager)
    ana = manager.customer()
    manager.give(ana, 5)
    correct = {"customer_id": ana, "action": "correct", "unit": "points", "amount": -1, "note": "x"}

    device.post("rewards/get-swapt-card", 401, customer_id=ana)
    device.token = device.secret
    device.call("rewards/get-swapt-card", 401, customer_id=ana)
    device.unlock()
    device.call("rewards/post-swapt-card", 409, **correct)
    device.call("rewards/get-ledger", 401, customer_id=ana)
    device.call("get-customers", 401)
    device.call("rewards/get-swapt-card", 404, customer_id=ana, org_id="org_other")

    assert manager.balance(ana) == (5, 0)
    assert device.call("rewards/get-swapt-card", customer_id=ana)["customer_id"] == ana


def test_five_wrong_pins_lock_a_person_for_a_while_even_if_sent_simultaneously(
    client: TestClient, manager: Till, movable_clock: MovableClock
) -> None:
    device = Device(client, manager)

    def attempt(number: int) -> int:
        body = {"secret": device.secret, "staff_id": device.staff_id, "pin": f"{number:04}"}
        return client.post("/v1/unlock-till", json=body).status_code

    with ThreadPoolExecutor(12) as pool:
        answers = sorted(pool.map(attempt, range(12)))
    locked = device.unlock(status=429)
    (person,) = manager.call("list-till-staff")["items"]
    movable_clock.now += timedelta(minutes=16)
    device.unlock("0000", 422)
    device.unlock()

    assert answers == [422] * 5 + [429] * 7
    assert locked["code"] == "staff_locked"
    assert person["locked_until"] is not None
    assert manager.call("list-till-staff")["items"][0]["locked_until"] is None


def test_correct_pin_resets_the_count_of_wrong_pins(client: TestClient, manager: Till) -> None:
    device = Device(client, manager)

    for _ in range(3):
        for _ in range(4):
            device.unlock("0000", 422)
        device.unlock()


@pytest.mark.parametrize("how", ["revoke", "leave", "pin", "time"])
def test_till_session_ends(
    client: TestClient, manager: Till, movable_clock: MovableClock, how: str
) -> None:
    device = Device(client, manager)
    ana = manager.customer()
    device.unlock()

    if how == "revoke":
        manager.call("revoke-till", till_id=device.till_id)
    elif how == "leave":
        manager.call("delete-till-staff", staff_id=device.staff_id)
    elif how == "pin":
        manager.call("save-till-staff", staff_id=device.staff_id, name="Mia", pin="999999")
    else:
        movable_clock.now += timedelta(hours=12, seconds=1)

    answer = device.call("rewards/get-swapt-card", 401, customer_id=ana)
    assert answer["code"] == "till_locked"
    device.post("open-till", 404 if how == "revoke" else 200, secret=device.secret)
    device.unlock(status={"time": 200, "pin": 422}.get(how, 404))


def test_closed_organisation_has_no_tills(
    client: TestClient, manager: Till, owner: Somebody, org: Org
) -> None:
    device = Device(client, manager)
    ana = manager.customer()
    device.unlock()

    closed = client.delete("/v1/organization", params={"confirm": org.slug}, headers=owner.headers)
    assert closed.status_code == 200, closed.text

    assert device.call("rewards/get-swapt-card", 401, customer_id=ana)["code"] == "till_locked"
    give = {"customer_id": ana, "action": "add", "unit": "points", "amount": 5}
    device.call("rewards/post-swapt-card", 401, **give)
    assert device.post("open-till", 404, secret=device.secret)["code"] == "till_unknown"
    device.unlock(status=404)


def test_staff_member_gives_no_more_than_their_daily_limit(
    client: TestClient, manager: Till, movable_clock: MovableClock
) -> None:
    device = Device(client, manager, daily_stamps=5, daily_redemptions=1)
    ana = manager.customer()
    coffee = manager.reward(price=1, unit="stamps")
    give = {"customer_id": ana, "action": "add", "unit": "stamps", "amount": 1}
    device.unlock()

    def attempt(number: int) -> int:
        body = {**give, "idempotency_key": f"k{number}"}
        headers = {"Waypost-Till": device.token}
        while True:
            answer = client.post("/v1/rewards/post-swapt-card", json=body, headers=headers)
            if answer.status_code != 503 and answer.json().get("code") != "changed_meanwhile":
                return answer.status_code

    with ThreadPoolExecutor(8) as pool:
        answers = sorted(pool.map(attempt, range(8)))
    again = [attempt(number) for number in range(8)]
    device.call("rewards/post-swapt-card", **{**give, "unit": "points", "amount": 100})
    device.call("rewards/redeem", customer_id=ana, reward_id=coffee)
    refused = device.call("rewards/redeem", 409, customer_id=ana, reward_id=coffee)
    movable_clock.now += timedelta(hours=25)
    device.unlock()
    device.call("rewards/post-swapt-card", **give)

    assert answers == [200] * 5 + [409] * 3
    assert sorted(again) == answers
    assert refused["code"] == "staff_limit"
    assert manager.balance(ana, "stamps") == (5, 0)


def test_secrets_tokens_and_pins_are_stored_as_hashes(
    client: TestClient, manager: Till, settings: Settings
) -> None:
    device = Device(client, manager)
    device.unlock()

    with psycopg.connect(settings.database_url) as connection:
        rows = connection.execute(
            "select row_to_json(t)::text from tills t union all"
            " select row_to_json(s)::text from till_sessions s union all"
            " select row_to_json(p)::text from till_staff p"
        ).fetchall()

    stored = "".join(row[0] for row in rows)
    assert device.secret not in stored
    assert device.token not in stored
    assert "scrypt$" in stored
    assert f'"{PIN}"' not in stored


def test_managers_administer_tills(
    client: TestClient, manager: Till, make_member: MakeMember, org: Org
) -> None:
    editor = Till(client, make_member(org, "editor"))

    manager.call("save-till-staff", 422, name="Mia")
    manager.call("save-till-staff", 422, name="Mia", pin="12a4")
    manager.call("save-till-staff", 404, name="Mia", staff_id="stf_gone")
    manager.call("revoke-till", 404, till_id="till_gone")
    editor.call("enrol-till", 403, name="Mine")
    client_answer = client.post("/v1/open-till", json={"secret": "wt_wrong"})

    assert client_answer.json()["code"] == "till_unknown"
