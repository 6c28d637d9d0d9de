"""The calls about the connected shop: products, orders and discounts, each made once."""

import pytest

from runtime.settings import Settings
from tests.support.connections import Wires
from tests.support.shops import connect, settle, with_shopify
from tests.twins.shopify import Shopify


@pytest.fixture
def api_settings(api_settings: Settings, shopify: Shopify) -> Settings:
    """Shopify is the twin, at which this installation has an app."""
    return with_shopify(api_settings, shopify)


def test_a_shop_is_read_changed_and_removed(wires: Wires, shopify: Shopify) -> None:
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
    shopify.shops["harbor"].products = [
        {
            "id": f"gid://shopify/Product/{place}",
            "title": title,
            "handle": title.lower(),
            "onlineStoreUrl": None,
            "featuredMedia": {
                "preview": {"image": {"url": "https://cdn.example/a.jpg", "altText": None}}
            },
            "priceRangeV2": {"minVariantPrice": {"amount": "12.5", "currencyCode": "USD"}},
            "variants": {"nodes": [{"id": "v1", "title": "250 g", "price": "12.50"}]},
        }
        for place, title in enumerate(("Blend", "Decaf", "Dark"))
    ]
    page = wires("shopify-products", size=2)
    assert [it["title"] for it in page["items"]] == ["Blend", "Decaf"]
    assert (page["items"][0]["price_cents"], page["items"][0]["variants"][0]["price_cents"]) == (
        1250,
        1250,
    )
    rest = wires("shopify-api", type="get-products", size=2, position=page["next_position"])
    assert [it["title"] for it in rest["products"]["items"]] == ["Dark"]
    assert wires("shopify-products", filter="de")["items"][0]["title"] == "Decaf"


def test_a_key_places_one_order_though_the_line_broke(wires: Wires, shopify: Shopify) -> None:
    connect(wires, shopify)
    order = {
        "type": "create-order",
        "email": "ana@example.com",
        "lines": [{"variant_id": "gid://shopify/ProductVariant/1", "quantity": 2}],
        "order_key": "basket-0001",
    }
    shopify.answers = [200, 0]  # it took the order, and the line broke
    assert wires("shopify-api", 503, **order)["code"] == "vendor_not_reached"
    placed = wires("shopify-api", **order)["order"]
    assert (placed["name"], placed["is_new"]) == ("#1001", False)
    assert len(shopify.shops["harbor"].placed) == 1
    assert wires("shopify-api", 422, type="create-order")["code"] == "invalid"


def test_discounts_are_made_for_one_code_or_a_batch(
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
