"""Orders of a shop arrive by webhooks and by backfill: once, in any order, with their refunds."""

import base64
import random
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from typing import Any

import orjson
import psycopg
import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from api.domains.commerce.connections.backfilling import backfill_next
from api.domains.commerce.connections.sealing import IncomingBox
from api.domains.promotions.orders.service import OrderService
from api.integrations.shopify.webhooks import TOPICS
from ingest.contracts.order import OrderRecorded
from runtime.settings import Settings
from tests.support.connections import Wires
from tests.support.shops import ConnectedShop, connect, with_shopify
from tests.support.visits import Outbox
from tests.support.waiting import eventually, is_lock_awaited
from tests.twins.shopify import Shopify

MINUTES = timedelta(minutes=1)


@pytest.fixture
def api_settings(api_settings: Settings, shopify: Shopify) -> Settings:
    """Use the twin as Shopify, where this installation has an app."""
    return with_shopify(api_settings, shopify)


@pytest.fixture
def shop(wires: Wires, shopify: Shopify) -> ConnectedShop:
    return ConnectedShop(wires, shopify, connect(wires, shopify)["connection_id"])


def test_shop_webhooks_are_subscribed(shop: ConnectedShop) -> None:
    found = shop.twin.shops["harbor"].subscriptions
    assert set(found) == set(TOPICS)
    assert set(found.values()) == {f"{shop.wires.settings.base_url}/webhooks/shopify"}


def test_order_and_its_refund_are_imported(shop: ConnectedShop) -> None:
    harbor = shop.twin.shops["harbor"]
    order = harbor.place("ana@example.com", "24.50")
    shop.deliver(*harbor.sent)
    shop.take_in()
    assert shop.orders() == {str(order): (2450, 0)}
    harbor.refund(order, "4.50")
    started = time.monotonic()
    assert shop.deliver(harbor.sent[-1]) == [200]
    assert time.monotonic() - started < 1
    shop.take_in()
    assert shop.orders() == harbor.takings() == {str(order): (2450, 450)}
    assert {it["state"] for it in shop.incoming()} == {"applied"}


@pytest.mark.parametrize(
    ("email", "amount"),
    [("ana@example.com", "20000000000.00"), (f"{'a' * 330}@example.com", "5.00")],
)
def test_order_that_cannot_be_recorded_does_not_block_other_orders(
    shop: ConnectedShop, email: str, amount: str
) -> None:
    harbor = shop.twin.shops["harbor"]
    harbor.place(email, amount)
    good = harbor.place("bob@example.com", "7.00")
    shop.deliver(*harbor.sent)
    shop.take_in()
    assert shop.orders() == {str(good): (700, 0)}
    assert {(it["state"], it["note"]) for it in shop.incoming()} == {
        ("applied", ""),
        ("left_out", "invalid"),
    }
    shop.wires("start-integration-backfill", connection_id=shop.connection_id)
    shop.backfill()
    answer = shop.wires("get-integration-backfill", connection_id=shop.connection_id)
    found = answer["backfill"]
    assert (found["state"], found["recorded"], found["left_out"]) == ("done", 1, 1)


def test_webhook_that_cannot_be_applied_is_set_aside(
    shop: ConnectedShop, monkeypatch: pytest.MonkeyPatch
) -> None:
    harbor = shop.twin.shops["harbor"]
    orders = [harbor.place(f"{it}@example.com", "5.00") for it in range(3)]
    shop.deliver(*harbor.sent)
    with monkeypatch.context() as broken:
        store = OrderService.store
        broken.setattr(OrderService, "store", _failing_once(store))
        shop.take_in()
    assert sorted(it["state"] for it in shop.incoming()) == ["applied", "applied", "failed"]
    shop.wires("replay-incoming-webhooks", connection_id=shop.connection_id)
    shop.take_in()
    assert shop.orders() == {str(it): (500, 0) for it in orders}


def test_past_order_that_cannot_be_recorded_does_not_block_other_orders(
    shop: ConnectedShop, monkeypatch: pytest.MonkeyPatch
) -> None:
    harbor = shop.twin.shops["harbor"]
    for it in range(3):
        harbor.place(f"{it}@example.com", "5.00")
    monkeypatch.setattr(OrderService, "store", _failing_once(OrderService.store))
    shop.wires("start-integration-backfill", connection_id=shop.connection_id)
    shop.backfill()
    found = shop.wires("get-integration-backfill", connection_id=shop.connection_id)["backfill"]
    assert (found["state"], found["recorded"], found["left_out"]) == ("done", 2, 1)


def test_response_in_unknown_format_does_not_block_other_orders(shop: ConnectedShop) -> None:
    """The shop responds in an undocumented format: webhooks are set aside, and the backfill waits for a person."""
    harbor = shop.twin.shops["harbor"]
    order = harbor.place("ana@example.com", "5.00")
    received = harbor.orders[order]["totalReceivedSet"]
    harbor.orders[order]["totalReceivedSet"] = {
        "shopMoney": {"amount": "five", "currencyCode": "USD"}
    }
    shop.deliver(*harbor.sent)
    shop.take_in()
    assert {(it["state"], it["note"]) for it in shop.incoming()} == {("failed", "refused")}
    shop.wires("start-integration-backfill", connection_id=shop.connection_id)
    shop.backfill()
    about = {"connection_id": shop.connection_id}
    assert shop.wires("get-integration-backfill", **about)["backfill"]["state"] == "paused"

    harbor.orders[order]["totalReceivedSet"] = received
    shop.wires("replay-incoming-webhooks", **about)
    shop.take_in()
    assert shop.orders() == {str(order): (500, 0)}


def test_large_orders_and_refunds_above_the_paid_amount_are_imported_once(
    shop: ConnectedShop, outbox: Outbox
) -> None:
    """Ten million rupiah are a billion of the smallest unit; a tenth more than that is refunded."""
    harbor = shop.twin.shops["harbor"]
    order = harbor.place("ana@example.com", "50000000.00")
    for money in ("30000000.00", "25000000.00"):
        harbor.refund(order, money)
    for _ in range(2):
        shop.deliver(*harbor.sent)
        shop.take_in()
        shop.wires("start-integration-backfill", connection_id=shop.connection_id)
        shop.backfill()
    assert shop.orders() == {str(order): (5_000_000_000, 5_000_000_000)}
    assert {it["state"] for it in shop.incoming()} == {"applied"}
    amounts = [it.data.amount_cents for it in outbox.events() if isinstance(it, OrderRecorded)]
    assert amounts == [5_000_000_000, -3_000_000_000, -2_000_000_000]


def _failing_once(record: Callable[..., Any]) -> Callable[..., Any]:
    left = [ZeroDivisionError()]

    def failing(*args: Any) -> Any:
        if left:
            raise left.pop()
        return record(*args)

    return failing


@hypothesis_settings(
    max_examples=6,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(seed=st.integers(0, 2**32))
def test_webhooks_in_any_order_lead_to_the_state_of_the_shop(
    shop: ConnectedShop, seed: int
) -> None:
    """Duplicate, late and reordered webhooks, API faults, and a backfill in between."""
    rng, harbor = random.Random(seed), shop.twin.shops["harbor"]
    placed: list[int] = []
    for _ in range(rng.randint(3, 8)):
        act = rng.choice(["place", "pending", "pay", "refund", "nobody"])
        if act in ("place", "nobody") or not placed:
            email = None if act == "nobody" else f"c{rng.randint(1, 3)}@example.com"
            placed.append(harbor.place(email, f"{rng.randint(10, 99)}.{rng.randint(10, 99)}"))
        elif act == "pending":
            placed.append(harbor.place("c1@example.com", "12.00", status="PENDING"))
        else:
            order = rng.choice(placed)
            if harbor.orders[order]["displayFinancialStatus"] == "PENDING":
                harbor.pay(order)
            elif act == "refund" and len(harbor.orders[order]["refunds"]) < 3:
                harbor.refund(order, f"{rng.randint(1, 2)}.{rng.randint(10, 99)}")
    hooks = rng.choices(harbor.sent, k=len(harbor.sent)) + harbor.sent
    rng.shuffle(hooks)
    shop.twin.answers = [rng.choice([200, 429, "throttled", 503, 0]) for _ in range(6)]
    half = len(hooks) // 2
    shop.deliver(*hooks[:half])
    shop.take_in()
    if rng.random() < 0.5:
        body = {"connection_id": shop.connection_id}
        shop.wires("start-integration-backfill", **body)
        shop.backfill(pages=1)
    shop.deliver(*hooks[half:])
    for _ in range(8):
        shop.take_in(after=10 * MINUTES)
        shop.backfill()
    shop.twin.answers = []
    shop.take_in(after=60 * MINUTES)
    shop.backfill(after=60 * MINUTES)
    assert shop.orders() == harbor.takings()


def test_forged_webhooks_are_refused_and_duplicates_are_stored_once(shop: ConnectedShop) -> None:
    harbor = shop.twin.shops["harbor"]
    harbor.place("ana@example.com", "24.50")
    good = harbor.sent[-1]
    signature = base64.b64decode(good.headers["x-shopify-hmac-sha256"])
    rng = random.Random(7)
    for _ in range(60):
        wrong = bytearray(signature)
        wrong[rng.randrange(32)] ^= 1 << rng.randrange(8)
        encoded = base64.b64encode(bytes(wrong)).decode()
        forged = replace(good, headers={**good.headers, "x-shopify-hmac-sha256": encoded})
        assert shop.deliver(forged) == [404]
    assert shop.deliver(replace(good, body=good.body + b" ")) == [404]
    assert shop.deliver(good, good, good) == [200, 200, 200]
    assert len(shop.incoming()) == 1
    unknown = {**good.headers, "x-shopify-shop-domain": "nobody.myshopify.com"}
    assert shop.deliver(replace(good, headers=unknown)) == [200]
    assert shop.wires.client.post("/webhooks/nobody", content=b"{}").status_code == 404


def test_webhook_can_be_applied_again_from_the_screen(shop: ConnectedShop) -> None:
    harbor = shop.twin.shops["harbor"]
    order = harbor.place("ana@example.com", "24.50", status="PENDING")
    shop.deliver(*harbor.sent)
    shop.take_in()
    (kept,) = shop.incoming()
    assert (kept["state"], kept["note"]) == ("left_out", "not_paid")
    harbor.pay(order)
    again = {"connection_id": shop.connection_id, "incoming_id": kept["incoming_id"]}
    assert shop.wires("replay-incoming-webhooks", **again) == {"count": 1}
    assert shop.wires("replay-incoming-webhooks", 404, **again)["code"] == "incoming_not_found"
    shop.take_in()
    assert shop.orders() == {str(order): (2450, 0)}


def test_personal_data_of_a_webhook_is_deleted_once_it_is_applied(shop: ConnectedShop) -> None:
    """So nothing of it outlives an erasure, whatever happened to the webhook."""
    harbor, wires = shop.twin.shops["harbor"], shop.wires
    order = harbor.place("ana@example.com", "24.50", status="PENDING")
    shop.deliver(*harbor.sent)

    def kept() -> bytes:
        with psycopg.connect(wires.settings.database_url) as owner:
            (sealed,) = owner.execute("select body_sealed from incoming_webhooks").fetchone() or ()
        return IncomingBox(wires.settings).unseal(sealed)

    assert b"ana@example.com" in kept()
    shop.take_in()
    assert orjson.loads(kept()) == {"id": order}
    harbor.pay(order)
    again = {"connection_id": shop.connection_id, "incoming_id": shop.incoming()[0]["incoming_id"]}
    assert wires("replay-incoming-webhooks", **again) == {"count": 1}
    shop.take_in()
    assert shop.orders() == {str(order): (2450, 0)}


def test_backfill_reads_page_by_page_and_counts_an_interrupted_page_once(
    shop: ConnectedShop,
) -> None:
    harbor, wires = shop.twin.shops["harbor"], shop.wires
    for place in range(8):
        harbor.place(f"c{place % 3}@example.com", "10.00", ago=timedelta(days=30 - place))
    about = {"connection_id": shop.connection_id}
    wires("start-integration-backfill", **about)
    assert wires("start-integration-backfill", 409, **about)["code"] == "backfill_running"
    shop.backfill(pages=1)
    with psycopg.connect(wires.settings.database_url) as owner:  # the worker dies after its claim
        owner.execute("update connection_backfills set not_before = now() + interval '90 seconds'")
    assert not backfill_next(wires.settings, wires.engine)
    wires("control-integration-backfill", **about, action="pause")
    assert shop.backfill(after=5 * MINUTES) == 0
    wires("control-integration-backfill", **about, action="resume")
    shop.twin.answers = [429, 503]
    shop.backfill(after=5 * MINUTES)
    shop.backfill(after=5 * MINUTES)
    shop.backfill(after=5 * MINUTES)
    done = wires("get-integration-backfill", **about)["backfill"]
    assert (done["state"], done["read"], done["recorded"], done["total"]) == ("done", 8, 8, 8)
    assert shop.orders() == harbor.takings()


def test_pausing_does_not_wait_for_a_running_page_which_is_still_counted(
    shop: ConnectedShop,
) -> None:
    harbor, wires = shop.twin.shops["harbor"], shop.wires
    for place in range(4):
        harbor.place(f"c{place}@example.com", "10.00", ago=timedelta(days=9 - place))
    about = {"connection_id": shop.connection_id}
    wires("start-integration-backfill", **about)
    url = wires.settings.database_url
    with ThreadPoolExecutor(1) as worker:
        with psycopg.connect(url) as slow:
            slow.execute("lock table customer_orders in share mode")
            page = worker.submit(shop.backfill, pages=1)
            eventually(lambda: is_lock_awaited(url))
            paused = wires("control-integration-backfill", **about, action="pause")["backfill"]
            assert (paused["state"], paused["recorded"]) == ("paused", 0)
        assert page.result(30) == 1
    found = wires("get-integration-backfill", **about)["backfill"]
    assert (found["state"], found["recorded"]) == ("paused", 3)
    wires("control-integration-backfill", **about, action="resume")
    shop.backfill(after=5 * MINUTES)
    done = wires("get-integration-backfill", **about)["backfill"]
    assert (done["state"], done["read"], done["recorded"]) == ("done", 4, 4)


def test_backfill_page_in_a_deadlock_is_recorded_later(
    shop: ConnectedShop,
) -> None:
    harbor, wires = shop.twin.shops["harbor"], shop.wires
    for place, name in enumerate(("ana", "bob")):
        wires("save-customer", email=f"{name}@example.com")
        harbor.place(f"{name}@example.com", "10.00", ago=timedelta(days=9 - place))
    wires("start-integration-backfill", connection_id=shop.connection_id)
    url = wires.settings.database_url
    row = "select from customers where customer_id = %s for update"
    with psycopg.connect(url) as other, ThreadPoolExecutor(1) as worker:
        asked = "select customer_id from customers order by created_at"
        (ana,), (bob,) = other.execute(asked).fetchall()
        other.execute(row, [bob])
        page = worker.submit(shop.backfill, pages=1)
        eventually(lambda: is_lock_awaited(url))
        other.execute(row, [ana])  # the page has waited longer, so Postgres aborts it
        assert page.exception(30) is not None
    shop.backfill(after=5 * MINUTES)
    assert len(shop.orders()) == 2


def test_cancelled_backfill_keeps_recorded_orders(shop: ConnectedShop) -> None:
    harbor, wires = shop.twin.shops["harbor"], shop.wires
    for place in range(4):
        harbor.place(f"c{place}@example.com", "10.00", ago=timedelta(days=9 - place))
    about = {"connection_id": shop.connection_id}
    wires("start-integration-backfill", **about)
    shop.backfill(pages=1)
    cancelled = wires("control-integration-backfill", **about, action="cancel")["backfill"]
    assert (cancelled["state"], cancelled["recorded"]) == ("cancelled", 3)
    assert shop.backfill(after=5 * MINUTES) == 0
    refused = wires("control-integration-backfill", 409, **about, action="resume")
    assert refused["code"] == "backfill_not_found"


def test_removal_of_the_app_at_the_shop_stops_the_connection(shop: ConnectedShop) -> None:
    harbor = shop.twin.shops["harbor"]
    shop.deliver(harbor.tell("app/uninstalled", {"id": 1}))
    shop.take_in()
    assert shop.incoming()[0]["note"] == "still_there"  # somebody sent an old webhook again
    shop.twin.tokens.clear()
    shop.deliver(harbor.tell("app/uninstalled", {"id": 1}))
    shop.take_in()
    read = shop.wires("get-integration", vendor="shopify")
    assert (read["status"], read["last_error"]["code"]) == ("broken", "uninstalled")
    shop.deliver(harbor.tell("shop/redact", {"shop_id": 1}))
    shop.take_in()
    assert shop.wires("get-integration", 404, vendor="shopify")


def test_privacy_requests_trigger_erasure_and_export(shop: ConnectedShop) -> None:
    import api.domains.data_rights.erasures.jobs  # noqa: F401

    wires, harbor = shop.wires, shop.twin.shops["harbor"]
    ana = wires("save-customer", email="ana@example.com")["customer_id"]
    person = {"customer": {"id": 7, "email": "Ana@example.com", "phone": None}}
    shop.deliver(harbor.tell("customers/data_request", {"shop_id": 1, **person}))
    shop.take_in()
    assert (shop.incoming()[0]["note"], shop.incoming()[0]["customer_id"]) == ("export_asked", ana)
    shop.deliver(harbor.tell("customers/redact", {"shop_id": 1, **person}))
    nobody = {"customer": {"id": 8, "email": "nobody@example.com"}}
    shop.deliver(harbor.tell("customers/redact", {"shop_id": 1, **nobody}))
    shop.take_in()
    assert {it["note"] for it in shop.incoming()} == {"export_asked", "erased", "nobody"}
    assert wires("list-erasures")["total"] == 1
