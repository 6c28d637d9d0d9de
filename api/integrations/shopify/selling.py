"""What is sold in a shop of Shopify: products, orders that are placed, and discounts.

https://shopify.dev/docs/api/admin-graphql/2026-10
"""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from api.integrations.ports.connector import RequestRefused
from api.integrations.ports.shop_sales import Discount, PlacedOrder, Product, ProductPage, Variant
from api.integrations.shopify.client import ShopifyClient
from api.integrations.shopify.money import cents

_PRODUCT = "gid://shopify/Product/"
MOST_PAGES = 400
"""Of 250 codes each."""
CODES_AT_ONCE = 100
"""https://shopify.dev/docs/api/admin-graphql/2026-10/mutations/discountRedeemCodeBulkAdd"""


def product_page(client: ShopifyClient, text: str, position: str | None, first: int) -> ProductPage:
    """A page of products by title, with their pictures and prices."""
    asked = text.replace("\\", "").replace('"', "")
    query = f'title:"{asked}*"' if asked else None
    found = client.ask("products", first=first, after=position, query=query)["products"]
    page = found["pageInfo"]
    return ProductPage(
        tuple(_product(it) for it in found["nodes"]),
        page["endCursor"] if page["hasNextPage"] else None,
    )


def _product(node: dict[str, Any]) -> Product:
    image = ((node["featuredMedia"] or {}).get("preview") or {}).get("image") or {}
    price = node["priceRangeV2"]["minVariantPrice"]
    return Product(
        product_id=node["id"],
        number=node["id"].removeprefix(_PRODUCT),
        title=node["title"],
        url=node["onlineStoreUrl"],
        picture_url=image.get("url"),
        picture_text=image.get("altText"),
        price_cents=cents(price),
        currency=price["currencyCode"],
        variants=tuple(
            Variant(
                it["id"],
                it["title"],
                cents({"amount": it["price"], "currencyCode": price["currencyCode"]}),
            )
            for it in node["variants"]["nodes"]
        ),
        is_available=node["status"] == "ACTIVE" and node["onlineStoreUrl"] is not None,
    )


def order_placed(
    client: ShopifyClient, email: str, lines: Sequence[tuple[str, int]], key: str, note: str | None
) -> PlacedOrder:
    """Place an order of these variants and numbers, once for each key: one with it is looked for first."""
    before = client.ask("order_of_key", query=f'source_identifier:"{key}"')["orders"]["nodes"]
    if before:
        return PlacedOrder(before[0]["id"], before[0]["name"], is_new=False)
    order: dict[str, Any] = {
        "email": email,
        "financialStatus": "PENDING",
        "lineItems": [{"variantId": variant, "quantity": number} for variant, number in lines],
        "sourceIdentifier": key,
    }
    if note is not None:
        order["note"] = note
    made = client.ask("create_order", order=order)["orderCreate"]["order"]
    return PlacedOrder(made["id"], made["name"], is_new=True)


def discount_made(client: ShopifyClient, it: Discount) -> str:
    """Make a discount with one or many codes; its id in the shop."""
    gets: dict[str, Any] = (
        {"percentage": it.percent / 100}
        if it.percent is not None
        else {"discountAmount": {"amount": it.amount, "appliesOnEachItem": False}}
    )
    discount: dict[str, Any] = {
        "title": it.title,
        "code": it.codes[0],
        "startsAt": _text(it.starts_at),
        "context": {"all": "ALL"},
        "customerGets": {"value": gets, "items": {"all": True}},
        "appliesOncePerCustomer": it.once_per_customer,
    }
    if it.ends_at is not None:
        discount["endsAt"] = _text(it.ends_at)
    if it.uses_per_code is not None:
        discount["usageLimit"] = it.uses_per_code
    made = client.ask("create_discount", discount=discount)["discountCodeBasicCreate"]
    if made["codeDiscountNode"] is None:
        raise RequestRefused("The shop made no discount.")
    discount_id: str = made["codeDiscountNode"]["id"]
    rest = it.codes[1:]
    for start in range(0, len(rest), CODES_AT_ONCE):
        codes = [{"code": code} for code in rest[start : start + CODES_AT_ONCE]]
        client.ask("add_codes", id=discount_id, codes=codes)
    return discount_id


def end_discount(client: ShopifyClient, discount_id: str) -> None:
    """Switch a discount off, so that none of its codes is taken."""
    try:
        client.ask("end_discount", id=discount_id)
    except RequestRefused as refused:
        if "not exist" not in refused.text:
            raise


def end_codes(client: ShopifyClient, discount_id: str, codes: Sequence[str]) -> None:
    """Take codes out of a discount, of which the shop says the ids."""
    wanted, found = {code.upper() for code in codes}, list[str]()
    position: str | None = None
    for _ in range(MOST_PAGES):
        node = client.ask("codes_of_discount", id=discount_id, after=position)["codeDiscountNode"]
        if node is None:
            return
        page = node["codeDiscount"]["codes"]
        found += [it["id"] for it in page["nodes"] if it["code"].upper() in wanted]
        if not page["pageInfo"]["hasNextPage"]:
            break
        position = page["pageInfo"]["endCursor"]
    for start in range(0, len(found), CODES_AT_ONCE):
        client.ask("end_codes", id=discount_id, ids=found[start : start + CODES_AT_ONCE])


def products_by_number(client: ShopifyClient, numbers: Sequence[str]) -> list[Product]:
    """These products as they are now; those that are not there are left out."""
    ids = [f"{_PRODUCT}{it}" for it in numbers]
    found = client.ask("products_by_number", ids=ids)["nodes"]
    return [_product(it) for it in found if it]


def _text(at: datetime) -> str:
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
