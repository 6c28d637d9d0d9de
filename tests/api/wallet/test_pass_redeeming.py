"""Passes are redeemed at the till exactly once and show it by themselves; what happens to them is recorded as
events.
"""

import base64
import io
import json
import zipfile
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
import zxingcpp
from PIL import Image
from starlette.testclient import TestClient

from api.kit.clock import Clock
from ingest.contracts.redemption import RedemptionRecordedV4
from ingest.contracts.wallet_pass import PassRecordedV3
from runtime.settings import Settings
from tests.api.promotions.test_tills import Device
from tests.support.loyalty import Till
from tests.support.pass_calls import drawn_pass
from tests.support.pass_template_calls import drawn_template
from tests.support.people import Somebody
from tests.support.promos import MovableClock
from tests.support.visits import outbox_of
from tests.twins.phone import Phone

LEFT = {"key": "uses_left", "zone": "header", "label": "Left", "format": "number", "value": 3}


@pytest.fixture
def clock(movable_clock: MovableClock) -> Clock:
    return movable_clock


@pytest.fixture
def till(client: TestClient, admin: Somebody) -> Till:
    return Till(client, admin)


class Passes:
    """The calls of an editor at the till."""

    def __init__(self, client: TestClient, till: Till, who: Somebody) -> None:
        self._client = client
        self._till = till
        self._headers = who.headers

    def made(self, content: dict[str, Any] | None = None, **body: Any) -> Any:
        sent = {"content": {**drawn_pass("Harbor"), **(content or {})}, **body}
        answer = self._client.post("/dev/pass", headers=self._headers, json=sent)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def read(self, card: Any) -> Any:
        return self._client.get(f"/dev/pass/{card['pass_id']}", headers=self._headers).json()

    def find(self, text: str, status: int = 200) -> Any:
        return self._till.call("find-pass", status, text=text)

    def redeem(self, card: Any, key: str, status: int = 200) -> Any:
        return self._till.call("redeem-pass", status, pass_id=card["pass_id"], idempotency_key=key)

    def undo(self, redemption_id: str, status: int = 200) -> Any:
        return self._till.call("undo-pass-redemption", status, redemption_id=redemption_id)


@pytest.fixture
def passes(client: TestClient, till: Till, admin: Somebody) -> Passes:
    return Passes(client, till, admin)


def test_single_use_pass_is_found_redeemed_once_and_void_from_then_on(
    passes: Passes, till: Till
) -> None:
    ana = till.customer(first_name="Ana")
    card = passes.made({"barcode": {"message": "ANA-1"}}, customer_id=ana)

    found = passes.find(" ANA-1 ")
    used = passes.redeem(card, "a")
    again = passes.redeem(card, "a")
    refused = passes.redeem(card, "b", 409)

    assert found["holder"] == {"customer_id": ana, "first_name": "Ana"}
    assert found["values"] == [{"label": "Offer", "value": "Harbor tea"}]
    assert (found["can_redeem"], found["uses"], found["max_uses"]) == (True, 0, 1)
    assert used == again
    assert used["card"]["is_void"] is True
    assert refused["code"] == "pass_used_up"
    assert passes.read(card)["content"]["is_void"] is True


def test_pass_is_found_by_serial_number_and_page_and_a_shared_barcode_is_ambiguous(
    passes: Passes,
) -> None:
    one, _ = (passes.made() for _ in range(2))

    assert passes.find(one["serialNumber"])["pass_id"] == one["pass_id"]
    assert passes.find(one["page_url"])["pass_id"] == one["pass_id"]
    assert passes.find("WP-1", 409)["code"] == "pass_ambiguous"
    assert passes.find("nothing", 404)["code"] == "pass_not_found"


def test_remaining_uses_are_shown_on_the_pass_and_can_be_undone_for_15_minutes(
    passes: Passes, movable_clock: MovableClock
) -> None:
    card = passes.made({"style": "generic", "fields": [LEFT]}, max_uses=3)

    for key in "abc":
        used = passes.redeem(card, key)
    shown = passes.read(card)
    undone = passes.undo(used["redemption_id"])
    twice = passes.undo(used["redemption_id"])
    last = passes.redeem(card, "d")
    movable_clock.now += timedelta(minutes=16)
    late = passes.undo(last["redemption_id"], 409)

    assert float(shown["content"]["fields"][0]["value"]) == 0
    assert shown["content"]["is_void"] is True
    assert undone == twice
    assert (undone["card"]["uses"], undone["card"]["is_void"]) == (2, False)
    assert undone["card"]["values"] == [{"label": "Left", "value": "1"}]
    assert late["code"] == "cannot_undo_pass"
    assert passes.read(card)["uses"] == 3


def test_void_or_expired_pass_is_refused_with_the_reason(passes: Passes) -> None:
    void = passes.made({"is_void": True, "barcode": {"message": "V"}})
    over = passes.made({"expires_at": "2020-01-01T00:00:00Z", "barcode": {"message": "E"}})

    assert passes.redeem(void, "a", 409)["code"] == "pass_void"
    assert passes.redeem(over, "a", 409)["code"] == "pass_expired"
    assert passes.find("V")["can_redeem"] is passes.find("E")["can_redeem"] is False


def test_concurrent_tills_use_a_pass_only_as_often_as_it_allows(passes: Passes, till: Till) -> None:
    card = passes.made(max_uses=3)

    def use(number: int) -> int:
        body = {"pass_id": card["pass_id"], "idempotency_key": f"till-{number}"}
        return till.settled("redeem-pass", body)

    with ThreadPoolExecutor(8) as pool:
        used = list(pool.map(use, range(8)))

    assert sorted(used) == [200] * 3 + [409] * 5
    assert passes.read(card)["uses"] == 3


def test_staff_with_a_pin_redeem_within_their_limit_and_each_use_is_logged(
    client: TestClient, passes: Passes, till: Till
) -> None:
    device = Device(client, till, daily_redemptions=1)
    device.unlock()
    one, two = (passes.made({"barcode": {"message": it}}) for it in ("ONE", "TWO"))

    found = device.call("find-pass", text="ONE")
    used = device.call("redeem-pass", pass_id=found["pass_id"], idempotency_key="a")
    refused = device.call("redeem-pass", 409, pass_id=two["pass_id"], idempotency_key="b")
    device.call("undo-pass-redemption", redemption_id=used["redemption_id"])
    log = till.call("list-till-actions")["items"]

    assert found["pass_id"] == one["pass_id"]
    assert "limit" in refused["code"]
    assert sorted(it["kind"] for it in log) == ["redeem", "undo_redeem"]
    assert passes.read(two)["uses"] == 0


def test_staff_give_a_customer_one_pass_and_show_its_page_as_a_code_on_the_screen(
    client: TestClient, till: Till
) -> None:
    template = till.call("save-pass-template", name="Card", content=drawn_template("Harbor"))
    till.call("save-pass-template", name="Draft", content=drawn_template("Harbor"))
    till.call("publish-pass-template", template_id=template["template_id"])
    customer = till.call("save-customer", first_name="Ana")["customer_id"]
    device = Device(client, till)
    device.unlock()

    (found,) = device.call("list-passes-to-give")["items"]
    wanted = {"template_id": found["template_id"], "customer_id": customer}
    given = device.call("give-pass", **wanted)
    again = device.call("give-pass", **wanted)
    nobody = device.call("give-pass", 422, **{**wanted, "customer_id": "cus_nobody"})
    (logged,) = till.call("list-till-actions")["items"]

    assert (given["is_new"], again["is_new"]) == (True, False)
    assert given["pass_id"] == again["pass_id"]
    assert nobody["errors"][0]["field"] == "customer_id"
    assert logged["kind"] == "pass"
    with Image.open(io.BytesIO(base64.b64decode(given["picture_url"].partition(",")[2]))) as code:
        (read,) = zxingcpp.read_barcodes(code.convert("L"))
    assert read.text == given["page_url"]
    assert "Harbor card of Ana" in client.get(f"/card/{given['pass_id']}").text


def test_phones_fetch_a_redeemed_pass_and_each_step_is_recorded_as_an_event(
    client: TestClient, passes: Passes, settings: Settings, till: Till
) -> None:
    outbox = outbox_of(settings.database_url)
    ana = till.customer()
    card = passes.made(customer_id=ana)
    token = token_of(client, card)
    phone = Phone(client, "phone-1")

    phone.add(card, token)
    phone.add(card, token)
    first = phone.fetch(card, token)
    phone.changed(card)
    used = passes.redeem(card, "a")
    changed = phone.changed(card)
    fetched = phone.fetch(card, token, first.headers["last-modified"])
    phone.remove(card, token)
    phone.remove(card, token)
    for _ in range(2):
        passes.undo(used["redemption_id"])

    assert changed == [card["serialNumber"]]
    assert fetched.status_code == 200
    events = outbox.events()
    steps = [it for it in events if isinstance(it, PassRecordedV3)]
    assert [it.data.action for it in steps] == [
        *(
            "created",
            "downloaded",
            "installed",
            "fetched",
            "updated",
            "fetched",
            "removed",
            "updated",
        )
    ]
    assert {(it.data.pass_id, it.customer_key) for it in steps} == {(card["pass_id"], ana)}
    used_events = [it.data for it in events if isinstance(it, RedemptionRecordedV4)]
    assert [it.action for it in used_events] == ["redeemed", "undone"]
    assert {(it.kind, it.subject_id) for it in used_events} == {("pass", card["pass_id"])}
    assert len({it.redemption_id for it in used_events}) == 1


def token_of(client: TestClient, card: Any) -> str:
    """Return the token inside a pass, from its public file."""
    answer = client.get(f"/card/{card['pass_id']}/pass.pkpass")
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        return str(json.loads(archive.read("pass.json"))["authenticationToken"])
