"""Shopify: a shop is connected by logging in there. Its tokens are valid for an hour and are refreshed before they
expire.

https://shopify.dev/docs/apps/build/authentication-authorization/access-tokens/authorization-code-grant
"""

import hashlib
import hmac
import re
import time
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlencode

from api.integrations.ports.connector import (
    Account,
    ConnectionSettings,
    Credentials,
    CredentialsRefused,
    Delivery,
    Granted,
    Receipt,
    RequestRefused,
    VendorDown,
)
from api.integrations.ports.incoming import (
    ForeignOrder,
    ForeignRefund,
    IncomingMessage,
    OrdersPage,
    VendorNews,
)
from api.integrations.ports.shop_sales import Discount, PlacedOrder, Product, ProductPage
from api.integrations.shopify import client as asked
from api.integrations.shopify.client import ShopifyClient, cents, shop_url
from api.integrations.shopify.config import SCOPES, ShopifySettings
from api.integrations.shopify.webhooks import TOPICS, essential, meaning, read_webhook

_SHOP = re.compile(r"(?:https?://)?([a-z0-9][a-z0-9-]{0,59})(?:\.myshopify\.com)?/?", re.IGNORECASE)
LONGEST_URL = 4000
NEW_FOR = 600.0
"""The seconds for which a redirect from Shopify is accepted."""


class Shopify:
    """Connects to shops."""

    def __init__(self, settings: ShopifySettings) -> None:
        self._settings = settings

    def start(self, given: Mapping[str, str]) -> Credentials:  # noqa: ARG002
        """Return nothing, because people log in at the shop."""
        raise RequestRefused("A shop is connected by logging in there.")

    def rotate(self, credentials: Credentials) -> Credentials:
        """Return the same credentials, because Shopify issues the tokens."""
        return credentials

    def authorization_url(
        self,
        given: Mapping[str, str],
        state: str,
        redirect_uri: str,
        challenge: str,  # noqa: ARG002
    ) -> str:
        """Return the URL of the shop's consent page. Shopify has no PKCE."""
        query = {
            "client_id": self._settings.client_id or "",
            "scope": ",".join(SCOPES),
            "redirect_uri": redirect_uri,
            "state": state,
        }
        url = shop_url(self._settings, shop_name(given["shop"]))
        return f"{url}/admin/oauth/authorize?{urlencode(query)}"

    def exchange(
        self,
        given: Mapping[str, str],
        query: Mapping[str, str],
        redirect_uri: str,  # noqa: ARG002
        verifier: str,  # noqa: ARG002
    ) -> Granted:
        """Exchange the code from the requested shop for tokens that expire and can be refreshed."""
        shop = shop_name(given["shop"])
        if query.get("error"):
            raise RequestRefused("The login was cancelled at Shopify.")
        if query.get("shop") != f"{shop}.myshopify.com" or not self._is_signed(query):
            raise RequestRefused("This was not sent by the shop.")
        form = {**self._app(), "code": query.get("code", ""), "expiring": "1"}
        return _granted(shop, ShopifyClient(self._settings, shop).token(form))

    def refresh(self, credentials: Credentials) -> Granted:
        """Return new tokens; the refresh token changes too."""
        shop = credentials["shop"]
        form = {
            **self._app(),
            "grant_type": "refresh_token",
            "refresh_token": credentials["refresh_token"],
        }
        return _granted(shop, ShopifyClient(self._settings, shop).token(form))

    def check(self, credentials: Credentials, settings: ConnectionSettings) -> Account:  # noqa: ARG002
        """Return the shop, and what the app may do there."""
        found = self._client(credentials).ask("shop")
        shop = found["shop"]
        scopes = found["currentAppInstallation"]["accessScopes"]
        return Account(
            shop["name"],
            tuple(sorted(it["handle"] for it in scopes)),
            key=shop["myshopifyDomain"].removesuffix(".myshopify.com"),
            hosts=tuple(sorted({shop["primaryDomain"]["host"], shop["myshopifyDomain"]})),
        )

    def send(
        self,
        credentials: Credentials,  # noqa: ARG002
        settings: ConnectionSettings,  # noqa: ARG002
        deliveries: Sequence[Delivery],
    ) -> list[Receipt]:
        """Send nothing, because shops receive no events."""
        return [Receipt("skipped", text="No events go to shops.") for _ in deliveries]

    def revoke(self, credentials: Credentials) -> None:
        """Remove the app from the shop, which invalidates its tokens."""
        self._client(credentials).ask("uninstall")

    def subscribe(self, credentials: Credentials, url: str) -> None:
        """Subscribe to the shop's webhooks at this URL; existing subscriptions remain."""
        client = self._client(credentials)
        for topic in TOPICS:
            try:
                client.ask("subscribe", topic=topic, uri=url)
            except RequestRefused as refused:
                if "taken" not in refused.text:
                    raise

    def orders(self, credentials: Credentials, ids: Sequence[str]) -> list[ForeignOrder]:
        """Return the current state of these orders."""
        found = self._client(credentials).ask("orders", ids=list(ids))["nodes"]
        return [order_of(it) for it in found if it]

    def orders_page(
        self, credentials: Credentials, position: str | None, since: datetime
    ) -> OrdersPage:
        """Return fifty orders since a time, oldest first."""
        query = f"created_at:>='{since.astimezone(UTC).strftime('%Y-%m-%dT%H:%M:%SZ')}'"
        found = self._client(credentials).ask("orders_page", after=position, query=query)
        page = found["orders"]["pageInfo"]
        return OrdersPage(
            tuple(order_of(it) for it in found["orders"]["nodes"]),
            page["endCursor"] if page["hasNextPage"] else None,
            found["ordersCount"]["count"],
        )

    def products(
        self, credentials: Credentials, text: str, position: str | None, first: int
    ) -> ProductPage:
        """Return a page of products whose title begins with the text."""
        return asked.product_page(self._client(credentials), text, position, first)

    def place_order(
        self,
        credentials: Credentials,
        email: str,
        lines: Sequence[tuple[str, int]],
        key: str,
        note: str | None,
    ) -> PlacedOrder:
        """Place an order that is yet to be paid, once for each key."""
        return asked.order_placed(self._client(credentials), email, lines, key, note)

    def products_by_number(self, credentials: Credentials, numbers: Sequence[str]) -> list[Product]:
        """Return the current data of these products."""
        return asked.products_by_number(self._client(credentials), numbers)

    def make_discount(self, credentials: Credentials, it: Discount) -> str:
        """Create a discount and return its ID at the shop."""
        return asked.discount_made(self._client(credentials), it)

    def end_discount(self, credentials: Credentials, discount_id: str) -> None:
        """Switch a discount off."""
        asked.end_discount(self._client(credentials), discount_id)

    def end_codes(self, credentials: Credentials, discount_id: str, codes: Sequence[str]) -> None:
        """Remove codes from a discount."""
        asked.end_codes(self._client(credentials), discount_id, codes)

    def read_webhook(
        self,
        headers: Mapping[str, str],
        body: bytes,
        now: datetime,  # noqa: ARG002
    ) -> IncomingMessage:
        """Return the message if Shopify signed it. The signature covers no time, so each message is accepted only once,
        by its ID.
        """
        secrets = (self._settings.client_secret, self._settings.client_secret_previous)
        return read_webhook(headers, body, [it.get_secret_value() for it in secrets if it])

    def meaning(self, topic: str, body: bytes) -> VendorNews:
        """Return the content of a webhook."""
        return meaning(topic, body)

    def essential(self, topic: str, body: bytes) -> bytes:
        """Return a body with the same meaning, without any other personal data."""
        return essential(topic, body)

    def _client(self, credentials: Credentials) -> ShopifyClient:
        token = credentials.get("access_token")
        if not token:
            raise CredentialsRefused("The app was removed at the shop.")
        return ShopifyClient(self._settings, credentials["shop"], token)

    def _app(self) -> dict[str, str]:
        secret = self._settings.client_secret
        return {
            "client_id": self._settings.client_id or "",
            "client_secret": secret.get_secret_value() if secret is not None else "",
        }

    def _is_signed(self, query: Mapping[str, str]) -> bool:
        """Return whether Shopify signed this query recently."""
        signed = urlencode(sorted((name, it) for name, it in query.items() if name != "hmac"))
        secret = self._app()["client_secret"].encode()
        expected = hmac.new(secret, signed.encode(), hashlib.sha256).hexdigest()
        at = query.get("timestamp", "")
        is_new = at.isascii() and at.isdigit() and abs(time.time() - int(at[:12])) < NEW_FOR
        return hmac.compare_digest(expected.encode(), query.get("hmac", "").encode()) and is_new


def shop_name(text: str) -> str:
    """Return the name of a shop from what was entered. Raises RequestRefused."""
    found = _SHOP.fullmatch(text.strip())
    if found is None:
        raise RequestRefused("A shop is NAME.myshopify.com.")
    return found[1].lower()


def _granted(shop: str, answer: Mapping[str, Any]) -> Granted:
    try:
        credentials = {
            "shop": shop,
            "access_token": str(answer["access_token"]),
            "refresh_token": str(answer["refresh_token"]),
        }
        return Granted(credentials, float(answer["expires_in"]))
    except (KeyError, TypeError, ValueError):
        raise VendorDown("Shopify's answer has no tokens that end.") from None


_PAID = frozenset({"PAID", "PARTIALLY_REFUNDED", "REFUNDED"})


def order_of(node: Mapping[str, Any]) -> ForeignOrder:
    """Return an order with its refunds; amounts are in the smallest unit of the shop's currency."""
    paid = node["totalReceivedSet"]["shopMoney"]
    refunds = tuple(
        ForeignRefund(
            number=str(it["legacyResourceId"]),
            amount_cents=cents(it["totalRefundedSet"]["shopMoney"]),
            at=_moment(it["createdAt"] or node["createdAt"]),
        )
        for it in node["refunds"]
    )
    return ForeignOrder(
        foreign_id=node["id"],
        number=str(node["legacyResourceId"]),
        email=node["email"] or None,
        phone=node["phone"] or None,
        is_paid=node["displayFinancialStatus"] in _PAID and not node["test"],
        amount_cents=cents(paid),
        currency=paid["currencyCode"],
        item_count=node["subtotalLineItemsQuantity"],
        promo_codes=tuple(node["discountCodes"]),
        ordered_at=_moment(node["createdAt"]),
        refunds=tuple(it for it in refunds if it.amount_cents > 0),
        landing_page=_landing_page(node),
    )


def _landing_page(node: Mapping[str, Any]) -> str | None:
    """Return the page on which the visit that led to an order began. Shopify may not know it yet, or may never
    know it.
    """
    visit = (node["customerJourneySummary"] or {}).get("lastVisit") or {}
    url: str | None = visit.get("landingPage")
    return url[:LONGEST_URL] if url else None


def _moment(text: str) -> datetime:
    return datetime.fromisoformat(text)
