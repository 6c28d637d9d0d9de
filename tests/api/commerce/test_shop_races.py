"""Concurrent changes to a connection or a shop are both kept, and nothing is done twice."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from threading import Barrier, BrokenBarrierError
from typing import Any

import psycopg
import pytest

from api.domains.commerce.connections import webhook_processing
from runtime.settings import Settings
from tests.support.connections import Wires
from tests.support.people import People
from tests.support.shops import ConnectedShop, begin, connect, with_shopify
from tests.support.waiting import eventually, is_lock_awaited
from tests.twins.shopify import CLIENT_SECRET, Shopify
from tests.twins.shopify_shop import Shop


@pytest.fixture
def api_settings(api_settings: Settings, shopify: Shopify) -> Settings:
    """Use the twin in place of Shopify, with an app of this installation."""
    return with_shopify(api_settings, shopify)


@pytest.fixture
def shop(wires: Wires, shopify: Shopify) -> ConnectedShop:
    return ConnectedShop(wires, shopify, connect(wires, shopify)["connection_id"])


@pytest.mark.parametrize(
    ("path", "change"),
    [
        ("update", {"settings": {"event_names": {"scan": "Scanned"}}}),
        ("update-integration", {"name": "Our CRM"}),
    ],
)
def test_concurrent_changes_of_a_connection_are_both_kept(
    wires: Wires, path: str, change: dict[str, Any]
) -> None:
    made = wires(
        "integration-controller",
        action="connect",
        vendor="webhooks",
        settings={"url": "http://127.0.0.1:9/"},
        event_kinds=["scan"],
    )["connection"]
    url = wires.settings.database_url

    with ThreadPoolExecutor(1) as worker, psycopg.connect(url) as other:
        other.execute(
            "update connections set event_kinds = '{submit}',"
            """ settings = settings || '{"with_people": true}'"""
        )
        asked = worker.submit(wires, path, connection_id=made["connection_id"], **change)
        eventually(lambda: is_lock_awaited(url))
        other.commit()
        answer = asked.result(30)

    assert answer["event_kinds"] == ["submit"]
    assert answer["settings"]["with_people"] is True
    assert answer["settings"]["event_names"] == change.get("settings", {}).get("event_names", {})
    assert answer["name"] == change.get("name", "Webhooks")


def test_failed_backfill_page_locks_the_connection_first(
    shop: ConnectedShop,
) -> None:
    """Pausing locks the connection first, so another order could deadlock."""
    shop.twin.shops["harbor"].place("ana@example.com", "5.00")
    shop.wires("start-integration-backfill", connection_id=shop.connection_id)
    shop.twin.answers = [503]
    url = shop.wires.settings.database_url

    with ThreadPoolExecutor(1) as worker, psycopg.connect(url) as pausing:
        pausing.execute("select from connections for update")
        page = worker.submit(shop.backfill, pages=1)
        eventually(lambda: is_lock_awaited(url))
        pausing.execute("select from connection_backfills for update nowait")
        pausing.commit()
        assert page.result(30) == 1

    (failed,) = shop.wires("list-integration-requests", connection_id=shop.connection_id)["items"][
        :1
    ]
    assert (failed["purpose"], failed["outcome"]) == ("backfill", "down")


def test_webhooks_of_one_shop_do_not_starve_other_shops(
    shop: ConnectedShop, people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(webhook_processing, "AT_ONCE", 1)
    twin, first = shop.twin, shop.wires
    twin.shops["pier"] = Shop("pier", secret=CLIENT_SECRET)
    other = replace(first, who=people.member(people.org("Pier"), "admin"))
    asked = begin(other, credentials={"shop": "pier.myshopify.com"})
    connected = other("finish-integration", query=twin.log_in(asked))
    shops = {"harbor": shop, "pier": ConnectedShop(other, twin, connected["connection_id"])}
    for name in shops:
        for _ in range(3):
            twin.shops[name].place("ana@example.com", "5.00")
        shop.deliver(*twin.shops[name].sent)

    taken = []
    for _ in range(3):
        assert webhook_processing.apply_webhooks_of_next(first.settings, first.engine)
        taken.append([len(it.orders()) for it in shops.values()])

    assert sorted(taken[1]) == [1, 1]
    assert sorted(taken[2]) == [1, 2]


def test_two_requests_with_the_same_key_place_one_order(
    shop: ConnectedShop, monkeypatch: pytest.MonkeyPatch
) -> None:
    harbor, both = shop.twin.shops["harbor"], Barrier(2)
    order = {
        "type": "create-order",
        "email": "ana@example.com",
        "lines": [{"variant_id": "gid://shopify/ProductVariant/1", "quantity": 2}],
        "order_key": "basket-0001",
    }
    find = harbor._orders

    def find_slowly(variables: dict[str, Any]) -> dict[str, Any]:
        found = find(variables)
        with suppress(BrokenBarrierError):  # until the other one has read, too, if it can
            both.wait(1)
        return found

    monkeypatch.setattr(harbor, "_orders", find_slowly)
    with ThreadPoolExecutor(2) as pool:
        asked = [pool.submit(shop.wires, "shopify-api", **order) for _ in range(2)]
        placed = [it.result(30)["order"] for it in asked]

    assert len(harbor.placed) == 1
    assert sorted(it["is_new"] for it in placed) == [False, True]
