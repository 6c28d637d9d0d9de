"""Revenue of a shop is attributed to the code that led to an order: by its promo code, its click ID, or where the visit
began.
"""

import pytest

from ingest.contracts.order import OrderRecorded
from runtime.settings import Settings
from tests.support.connections import Wires
from tests.support.shops import ConnectedShop, connect, with_shopify
from tests.support.visits import Outbox
from tests.support.waiting import eventually
from tests.twins.shopify import Shopify


@pytest.fixture
def api_settings(api_settings: Settings, shopify: Shopify) -> Settings:
    """Use the twin as Shopify, where this installation has an app."""
    return with_shopify(api_settings, shopify)


@pytest.fixture
def shop(wires: Wires, shopify: Shopify) -> ConnectedShop:
    return ConnectedShop(wires, shopify, connect(wires, shopify)["connection_id"])


def test_revenue_is_attributed_to_the_code_of_the_used_promo_code(
    shop: ConnectedShop, code: str, outbox: Outbox
) -> None:
    """The order is attributed to the code, and through it to the campaign; the customer is found by address."""
    wires, harbor = shop.wires, shop.twin.shops["harbor"]
    wires("promo_lock/create_promo_code", qr_id=code, promo_codes=["SPRING-10"])
    harbor.place("ana@example.com", "24.50", codes=("spring10",))
    shop.deliver(*harbor.sent)
    shop.take_in()
    (order,) = wires("list-orders")["items"]
    assert order["code_id"] == code
    (event,) = [it for it in outbox.events() if it.type == "order"]
    assert isinstance(event, OrderRecorded)
    assert (event.code_id, event.customer_key) == (code, order["customer_id"])
    assert (event.data.source, event.data.amount_cents) == ("shopify", 2450)


def test_order_through_a_deleted_code_is_recorded_without_a_code(
    shop: ConnectedShop, code: str
) -> None:
    wires, harbor = shop.wires, shop.twin.shops["harbor"]
    mug = wires(
        "qr/create-code", name="mug", type="redirect", destination="https://beans.example/mug"
    )["code_id"]
    wires("promo_lock/create_promo_code", qr_id=code, promo_codes=["SPRING-10"])
    wires("delete-qr-ode", id=code)
    page = "https://beans.example"

    by_promo = harbor.place("ana@example.com", "1.00", codes=("SPRING-10",))
    by_click = harbor.place("ana@example.com", "2.00", landing_page=f"{page}/?wp_code={code}")
    to_mug = harbor.place("ana@example.com", "3.00", landing_page=f"{page}/mug?wp_code={code}")
    shop.deliver(*harbor.sent)
    shop.take_in()

    found = {it["order_number"]: it["code_id"] for it in wires("list-orders")["items"]}
    assert found == {str(by_promo): None, str(by_click): None, str(to_mug): mug}
    assert {it["state"] for it in shop.incoming()} == {"applied"}


def test_revenue_is_attributed_to_the_code_that_led_to_the_shop(
    shop: ConnectedShop, code: str
) -> None:
    """By the code named in the landing page, otherwise by the only destination that matches it."""
    wires, harbor = shop.wires, shop.twin.shops["harbor"]
    made = {
        name: wires("qr/create-code", name=name, type="redirect", destination=url)["code_id"]
        for name, url in {
            "home": "https://beans.example/",
            "spring": "https://beans.example/?utm_campaign=spring",
            "mug": "https://beans.example/products/mug",
            "mug2": "https://beans.example/products/mug",
        }.items()
    }
    landed = {
        f"https://beans.example/products/dark?wp_code={code}&ref=x": code,
        "https://beans.example/?utm_campaign=spring&fbclid=1": made["spring"],
        "https://beans.example?gclid=2": made["home"],
        "https://beans.example/products/mug": None,  # two codes lead there
        "https://beans.example/products/cup?wp_code=AAAAAAAAAA": None,
        "https://elsewhere.example/_%": None,
    }
    for url in landed:
        harbor.place("ana@example.com", "9.00", landing_page=url)
    shop.deliver(*harbor.sent)
    shop.take_in()
    found = wires("list-orders", pageSize=100)["items"]
    by_number = {it["order_number"]: it["code_id"] for it in found}
    assert [by_number[str(number)] for number in sorted(harbor.orders)] == list(landed.values())


def test_redirect_to_the_shop_attributes_orders_to_its_code(shop: ConnectedShop) -> None:
    wires, harbor = shop.wires, shop.twin.shops["harbor"]
    mug, other, abroad = [
        wires("qr/create-code", name="mug", type="redirect", destination=url)["code_id"]
        for url in (
            f"https://{harbor.host}/mug",
            f"https://{harbor.host}/mug",
            "https://a.example/",
        )
    ]

    def led_to(code_id: str) -> str:
        answer = wires.client.get(f"/code/{code_id}", follow_redirects=False)
        return str(answer.headers["location"])

    assert led_to(mug) == f"https://{harbor.host}/mug?wp_code={mug}"
    assert led_to(abroad) == "https://a.example/"
    harbor.place("ana@example.com", "5.00", landing_page=led_to(other))
    shop.deliver(*harbor.sent)
    shop.take_in()
    (order,) = wires("list-orders")["items"]
    assert order["code_id"] == other

    wires("integration-controller", action="disconnect", vendor="shopify")
    eventually(lambda: led_to(mug) == f"https://{harbor.host}/mug")
