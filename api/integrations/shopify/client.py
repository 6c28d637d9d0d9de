"""Requests to one shop: its login and its GraphQL Admin API, the errors of both, and the queries and mutations.

https://shopify.dev/docs/api/admin-graphql/2026-10
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

import httpx2
import orjson

from api.integrations.ports.connector import (
    CredentialsRefused,
    RequestRefused,
    VendorBusy,
    VendorDown,
    VendorProblem,
)
from api.integrations.ports.shop_sales import Discount, PlacedOrder, Product, ProductPage, Variant
from api.integrations.shopify.config import ShopifySettings
from api.kit.currencies import cents_of
from runtime.outbound_http import tls_context

VERSION = "2026-10"
SECONDS = 10.0
THROTTLED_WAIT = 2.0
_DOCUMENTS = Path(__file__).parent / "documents"


_FRAGMENTS = {"...OrderParts": "order_parts", "...ProductParts": "product_parts"}
"""Documents with fields that several queries use, by their name in those queries."""


@cache
def document(name: str) -> str:
    """Return a GraphQL document of this folder, with the fragments that it uses."""
    text = (_DOCUMENTS / f"{name}.graphql").read_text()
    used = [file for spread, file in _FRAGMENTS.items() if spread in text]
    return "\n".join([text, *((_DOCUMENTS / f"{file}.graphql").read_text() for file in used)])


class ShopifyClient:
    """Makes requests to one shop, by its name in `NAME.myshopify.com`."""

    def __init__(self, settings: ShopifySettings, shop: str, token: str = "") -> None:
        self._url = shop_url(settings, shop)
        self._token = token

    def __repr__(self) -> str:
        return "ShopifyClient()"

    def ask(self, name: str, /, **variables: Any) -> dict[str, Any]:
        """Return the data of a query, or of a successful mutation. Raises VendorProblem."""
        body = {"query": document(name), "variables": variables}
        answer = self._post(
            f"/admin/api/{VERSION}/graphql.json", orjson.dumps(body), self._headers()
        )
        return _data(_read(answer))

    def token(self, form: Mapping[str, str]) -> dict[str, Any]:
        """Return the response of the token endpoint. Raises VendorProblem."""
        headers = {
            "Accept": "application/json",
            "Content-Type": "application/x-www-form-urlencoded",
        }
        content = str(httpx2.QueryParams(dict(form))).encode()
        answer = self._post("/admin/oauth/access_token", content, headers)
        if answer.status_code == 400:  # an invalid code or refresh token
            raise CredentialsRefused(_text(answer), status=400)
        return _read(answer)

    def _headers(self) -> dict[str, str]:
        return {
            "Accept": "application/json",
            "Content-Type": "application/json",
            "X-Shopify-Access-Token": self._token,
        }

    def _post(self, path: str, content: bytes, headers: Mapping[str, str]) -> httpx2.Response:
        try:
            with httpx2.Client(
                timeout=SECONDS, trust_env=False, verify=tls_context(trust_env=False)
            ) as client:
                return client.post(f"{self._url}{path}", headers=dict(headers), content=content)
        except (httpx2.HTTPError, httpx2.InvalidURL) as silent:
            raise VendorDown(f"Shopify did not answer ({type(silent).__name__}).") from None


def shop_url(settings: ShopifySettings, shop: str) -> str:
    """Return the URL of a shop."""
    return settings.shop_url.replace("{shop}", shop).rstrip("/")


def _read(answer: httpx2.Response) -> dict[str, Any]:
    status = answer.status_code
    if answer.is_success:
        try:
            found = orjson.loads(answer.content)
        except orjson.JSONDecodeError:
            found = None
        if not isinstance(found, dict):
            raise VendorDown("Shopify's answer is no JSON.", status=status)
        return found
    text = _text(answer)
    if status in (401, 403):
        raise CredentialsRefused(text, status=status)
    if status == 429:
        asked = answer.headers.get("retry-after", "")
        wait = float(asked) if asked.replace(".", "", 1).isascii() and _is_number(asked) else None
        raise VendorBusy(text, status=status, retry_after=wait)
    if status in (402, 404, 423):
        raise CredentialsRefused(text or "The shop is closed or locked.", status=status)
    if status >= 500 or status == 408:
        raise VendorDown(text, status=status)
    raise RequestRefused(text, status=status)


def _data(body: Mapping[str, Any]) -> dict[str, Any]:
    """Return the data of a GraphQL response, after checking for errors of the request and of each mutation."""
    errors = body.get("errors")
    if errors:
        codes = {(it.get("extensions") or {}).get("code") for it in errors if isinstance(it, dict)}
        text = _messages(errors)
        if "THROTTLED" in codes:
            raise VendorBusy(text, status=200, retry_after=_refill(body))
        if "ACCESS_DENIED" in codes:
            raise CredentialsRefused(text, status=200)
        if "INTERNAL_SERVER_ERROR" in codes:
            raise VendorDown(text, status=200)
        raise RequestRefused(text, status=200)
    data: dict[str, Any] = body.get("data") or {}
    for answer in data.values():
        problems = answer.get("userErrors") if isinstance(answer, dict) else None
        if problems:
            raise RequestRefused(_messages(problems), status=200)
    return data


def _refill(body: Mapping[str, Any]) -> float:
    """Return the seconds until the bucket has enough points for the query. https://shopify.dev/docs/api/usage/limits"""
    cost = (body.get("extensions") or {}).get("cost") or {}
    status = cost.get("throttleStatus") or {}
    rate = status.get("restoreRate") or 0
    lacks = (cost.get("requestedQueryCost") or 0) - (status.get("currentlyAvailable") or 0)
    return min(max(lacks / rate, 0.5), 60.0) if rate else THROTTLED_WAIT


def _messages(errors: Any) -> str:
    if isinstance(errors, str):
        return errors
    return " ".join(
        str(it.get("message")) if isinstance(it, dict) else str(it) for it in errors or []
    )


def _text(answer: httpx2.Response) -> str:
    """Return Shopify's error message."""
    try:
        found = orjson.loads(answer.content)
    except orjson.JSONDecodeError:
        return answer.text[:500]
    if not isinstance(found, dict):
        return ""
    stated = found.get("errors") or found.get("error_description") or found.get("error") or ""
    return _messages([stated] if isinstance(stated, dict) else stated)


def _is_number(text: str) -> bool:
    return text.replace(".", "", 1).isdigit()


def cents(money: Mapping[str, str]) -> int:
    """Return an amount in the smallest unit of its currency (ISO 4217)."""
    return cents_of(money["amount"], money["currencyCode"])


_PRODUCT = "gid://shopify/Product/"
MOST_PAGES = 400
"""The most pages to read, each with 250 codes."""
CODES_AT_ONCE = 100
"""https://shopify.dev/docs/api/admin-graphql/2026-10/mutations/discountRedeemCodeBulkAdd"""


def product_page(client: ShopifyClient, text: str, position: str | None, first: int) -> ProductPage:
    """Return a page of products by title, with their pictures and prices."""
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
    """Place an order for these variants and quantities, once for each key: an existing order with the key is searched
    first.
    """
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
    """Create a discount with one or many codes and return its ID at the shop."""
    gets: dict[str, Any] = (
        {"percentage": it.percent / 100}
        if it.percent is not None
        else {"discountAmount": {"amount": it.amount, "appliesOnEachItem": False}}
    )
    discount: dict[str, Any] = {
        "title": it.title,
        "code": it.codes[0],
        "startsAt": _moment_text(it.starts_at),
        "context": {"all": "ALL"},
        "customerGets": {"value": gets, "items": {"all": True}},
        "appliesOncePerCustomer": it.once_per_customer,
    }
    if it.ends_at is not None:
        discount["endsAt"] = _moment_text(it.ends_at)
    if it.uses_per_code is not None:
        discount["usageLimit"] = it.uses_per_code
    made = client.ask("create_discount", discount=discount)["discountCodeBasicCreate"]
    if made["codeDiscountNode"] is None:
        raise RequestRefused("The shop made no discount.")
    discount_id: str = made["codeDiscountNode"]["id"]
    rest = it.codes[1:]
    try:
        for start in range(0, len(rest), CODES_AT_ONCE):
            codes = [{"code": code} for code in rest[start : start + CODES_AT_ONCE]]
            client.ask("add_codes", id=discount_id, codes=codes)
    except VendorProblem:
        # A discount with only some of its codes would never be ended, and would block these codes.
        with suppress(VendorProblem):
            client.ask("delete_discount", id=discount_id)
        raise
    return discount_id


def end_discount(client: ShopifyClient, discount_id: str) -> None:
    """Switch a discount off, so that none of its codes is accepted."""
    try:
        client.ask("end_discount", id=discount_id)
    except RequestRefused as refused:
        if "not exist" not in refused.text:
            raise


def end_codes(client: ShopifyClient, discount_id: str, codes: Sequence[str]) -> None:
    """Remove codes from a discount, by their IDs, which the shop looks up."""
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
    """Return the current data of these products; those that do not exist are left out."""
    ids = [f"{_PRODUCT}{it}" for it in numbers]
    found = client.ask("products_by_number", ids=ids)["nodes"]
    return [_product(it) for it in found if it]


def _moment_text(at: datetime) -> str:
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
