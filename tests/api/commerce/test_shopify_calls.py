"""The calls about the connected shop: products, orders and discounts, each created once."""

from datetime import UTC, datetime, timedelta

import psycopg
import pytest

from api.domains.commerce.connections.shop_upkeep import update_shops
from api.domains.content.pages.lifespan import RENDERER
from api.domains.content.pages.publishing import Publisher
from api.domains.content.pages.rendering import NodeRenderer
from runtime.settings import Settings
from tests.support.connections import Wires
from tests.support.pictures import picture
from tests.support.shops import ConnectedShop, connect, settle, with_shopify
from tests.twins.shopify import Shopify


@pytest.fixture
def api_settings(api_settings: Settings, shopify: Shopify) -> Settings:
    """Use the twin as Shopify, where this installation has an app."""
    return with_shopify(api_settings, shopify)


def up_to_date(wires: Wires, *, after: timedelta = timedelta()) -> None:
    """Do the work of each minute, optionally some time later."""
    now = datetime.now(UTC) + after
    update_shops(wires.settings, wires.engine, now, Publisher(NodeRenderer(RENDERER)))


def test_shop_connection_can_be_read_changed_and_removed(wires: Wires, shopify: Shopify) -> None:
    assert wires("shopify-get-integration", 404)["code"] == "connection_not_found"
    assert wires("shopify-products", 409)["code"] == "not_connected"
    connect(wires, shopify)
    assert wires("shopify-get-integration", orgID=wires.who.org_id)["account"] == "Harbor Coffee"
    changed = wires("shopify-update-org", name="Our shop", takes_orders=False)
    assert (changed["name"], changed["settings"]) == ("Our shop", {"takes_orders": False})
    assert wires("shopify-remove-integration") == {"removed": True}
    settle(wires)
    assert not shopify.tokens


def test_products_are_listed_with_pictures_and_prices(wires: Wires, shopify: Shopify) -> None:
    connect(wires, shopify)
    for place, title in enumerate(("Blend", "Decaf", "Dark")):
        shopify.shops["harbor"].sell(place, title, "12.5", "https://cdn.example/a.jpg")
    page = wires("shopify-products", size=2)
    assert [it["title"] for it in page["items"]] == ["Blend", "Decaf"]
    assert (page["items"][0]["price_cents"], page["items"][0]["variants"][0]["price_cents"]) == (
        1250,
        1250,
    )
    rest = wires("shopify-api", type="get-products", size=2, position=page["next_position"])
    assert [it["title"] for it in rest["products"]["items"]] == ["Dark"]
    assert wires("shopify-products", filter="de")["items"][0]["title"] == "Decaf"


def test_order_key_places_one_order_despite_a_broken_connection(
    wires: Wires, shopify: Shopify
) -> None:
    connect(wires, shopify)
    order = {
        "type": "create-order",
        "email": "ana@example.com",
        "lines": [{"variant_id": "gid://shopify/ProductVariant/1", "quantity": 2}],
        "order_key": "basket-0001",
    }
    shopify.answers = [200, 0]  # it accepted the order, and the connection broke
    assert wires("shopify-api", 503, **order)["code"] == "vendor_not_reached"
    placed = wires("shopify-api", **order)["order"]
    assert (placed["name"], placed["is_new"]) == ("#1001", False)
    assert len(shopify.shops["harbor"].placed) == 1
    assert wires("shopify-api", 422, type="create-order")["code"] == "invalid"


def test_discounts_are_created_for_one_code_or_a_batch(
    wires: Wires, shopify: Shopify, code: str
) -> None:
    connect(wires, shopify)
    one = wires("shopify-create-discount", title="Spring", code="SPRING", percent=10)
    kept = shopify.shops["harbor"].discounts
    assert kept[one["discount_id"]]["customerGets"]["value"] == {"percentage": 0.1}
    again = wires("shopify-create-discount", 422, title="Spring", code="SPRING", percent=10)
    assert "unique" in again["detail"]
    wires("promo_lock/create_promo_code", qr_id=code, amount=130)
    many = wires("shopify-create-discount", title="Cards", qr_id=code, amount="5.00")
    assert many["codes"] == len(set(kept[many["discount_id"]]["codes"])) == 130
    refused = wires("shopify-create-discount", 422, title="None", qr_id="AAAAAAAAAA", percent=5)
    assert refused["errors"][0]["field"] == "qr_id"


def test_discount_without_all_of_its_codes_is_deleted(
    wires: Wires, shopify: Shopify, code: str
) -> None:
    connect(wires, shopify)
    wires("promo_lock/create_promo_code", qr_id=code, amount=130)
    kept, wanted = (
        shopify.shops["harbor"].discounts,
        {"title": "Cards", "qr_id": code, "percent": 5},
    )
    shopify.answers = [200, 503]
    assert wires("shopify-create-discount", 503, **wanted)["code"] == "vendor_not_reached"
    assert kept == {}

    made = wires("shopify-create-discount", **wanted)
    assert made["codes"] == len(kept[made["discount_id"]]["codes"]) == 130


def test_discount_loses_withdrawn_promo_codes_and_ends_with_the_last_code(
    wires: Wires, shopify: Shopify, code: str
) -> None:
    connect(wires, shopify)
    wires("promo_lock/create_promo_code", qr_id=code, promo_codes=["ONE-1", "TWO-2"])
    made = wires("shopify-create-discount", title="Cards", qr_id=code, percent=5)
    kept = shopify.shops["harbor"].discounts[made["discount_id"]]
    up_to_date(wires)
    assert len(kept["codes"]) == 2
    ids = [it["promo_code_id"] for it in wires("promo_lock/list_promo_codes", qr_id=code)["items"]]
    wires("promo_lock/withdraw_promo_codes", qr_id=code, promo_code_ids=ids[:1])
    shopify.answers = [503]
    up_to_date(wires)
    assert len(kept["codes"]) == 2  # the shop was unavailable
    up_to_date(wires, after=timedelta(minutes=1))
    assert len(kept["codes"]) == 1
    assert "is_off" not in kept
    wires("promo_lock/withdraw_promo_codes", qr_id=code, promo_code_ids=ids[1:])
    up_to_date(wires, after=timedelta(minutes=2))
    assert kept["is_off"]
    asked = len(shopify.requests)
    up_to_date(wires, after=timedelta(minutes=3))
    assert len(shopify.requests) == asked


def test_late_committed_withdrawal_ends_its_promo_code_at_the_shop(
    wires: Wires, shopify: Shopify, code: str
) -> None:
    connect(wires, shopify)
    wires("promo_lock/create_promo_code", qr_id=code, promo_codes=["ONE-1", "TWO-2", "THREE-3"])
    made = wires("shopify-create-discount", title="Cards", qr_id=code, percent=5)
    kept = shopify.shops["harbor"].discounts[made["discount_id"]]
    listed = wires("promo_lock/list_promo_codes", qr_id=code)["items"]
    one, two, _ = [it["promo_code_id"] for it in listed]

    with psycopg.connect(wires.settings.database_url) as slow:
        slow.execute("update promo_codes set withdrawn_at = now() where promo_code_id = %s", [one])
        wires("promo_lock/withdraw_promo_codes", qr_id=code, promo_code_ids=[two])
        up_to_date(wires)
        assert len(kept["codes"]) == 2
    up_to_date(wires, after=timedelta(minutes=1))
    assert len(kept["codes"]) == 1


def test_products_on_pages_are_updated_from_the_shop(wires: Wires, shopify: Shopify) -> None:
    """With Waypost's own copy of the picture; products that are no longer available are left out."""
    connection = connect(wires, shopify)["connection_id"]
    shop = ConnectedShop(wires, shopify, connection)
    harbor = shopify.shops["harbor"]
    shopify.pictures["/dark.png"] = picture()
    dark = harbor.sell(7, "Dark", "12.5", f"{shopify.url}/dark.png")
    kept = wires("use-shop-product", product_id=dark["id"])
    assert (kept["product_id"], kept["price_cents"]) == ("7", 1250)
    assert "/media/org/" in kept["picture_url"]
    block = {
        "type": "Product",
        "props": {"id": "p1", "name": "Old", "button_label": "Buy", "shop_product_id": "7"},
    }
    code = wires("qr/create-code", name="Shop", type="page")["code_id"]
    blocks = {"root": {"props": {}}, "content": [block]}
    page_id = wires("gen-page", name="Shop", code_id=code, blocks=blocks)["page_id"]
    wires("update-page", page_id=page_id, action="publish")

    def shown() -> str:
        return wires.client.get(f"/code/{code}", headers={"user-agent": "Mozilla/5.0"}).text

    first = shown()
    assert "Dark" in first
    assert "$12.50" in first
    assert f"https://harbor.example/products/dark?wp_code={code}" in first
    assert kept["picture_url"].rpartition("/")[0] in first
    dark["priceRangeV2"]["minVariantPrice"]["amount"] = "14"
    dark["featuredMedia"]["preview"]["image"]["url"] = f"{shopify.url}/gone.png"
    shop.deliver(
        harbor.tell("products/update", {"id": 7}), harbor.tell("products/update", {"id": 8})
    )
    shop.take_in()
    assert {it["note"] for it in shop.incoming()} == {"", "not_on_pages"}
    up_to_date(wires)
    assert "$14" in shown()
    harbor.products.clear()
    shop.deliver(harbor.tell("products/delete", {"id": 7}))
    shop.take_in()
    up_to_date(wires)
    assert "Dark" not in shown()
    refused = wires("use-shop-product", 422, product_id="8")
    assert refused["errors"][0]["code"] == "product_not_found"
