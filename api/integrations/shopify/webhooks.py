"""Shopify's webhooks: their signature with the app's secret, and their content.

https://shopify.dev/docs/apps/build/webhooks/subscribe/https
"""

import base64
import hashlib
import hmac
from collections.abc import Iterable, Mapping
from typing import Any

import orjson

from api.integrations.ports.incoming import (
    IncomingMessage,
    PrivacyRequest,
    VendorNews,
    WebhookForged,
)

TOPICS = (
    *("ORDERS_PAID", "ORDERS_UPDATED", "REFUNDS_CREATE"),
    *("PRODUCTS_UPDATE", "PRODUCTS_DELETE", "APP_UNINSTALLED"),
)
"""The topics to subscribe to for each shop. Privacy topics are set on the app itself (docs/connections.md)."""
_DOMAIN = ".myshopify.com"


def read_webhook(
    headers: Mapping[str, str], body: bytes, secrets: Iterable[str]
) -> IncomingMessage:
    """Return a message that was signed with one of these secrets.

    Raises:
        WebhookForged: none of them signed it, or it does not name a shop.
    """
    given = headers.get("x-shopify-hmac-sha256", "").encode()
    fits = [
        hmac.compare_digest(base64.b64encode(hmac.digest(it.encode(), body, hashlib.sha256)), given)
        for it in secrets
    ]
    if not any(fits):
        raise WebhookForged("the signature is wrong")
    message_id = headers.get("x-shopify-webhook-id", "")
    shop = headers.get("x-shopify-shop-domain", "")
    if not 0 < len(message_id) <= 200 or not shop.endswith(_DOMAIN):
        raise WebhookForged("its headers are not complete")
    topic = headers.get("x-shopify-topic", "")[:100]
    return IncomingMessage(message_id, topic, shop.removesuffix(_DOMAIN))


def meaning(topic: str, body: bytes) -> VendorNews:
    """Return the content of a webhook; empty for unknown topics."""
    try:
        found = orjson.loads(body)
    except orjson.JSONDecodeError:
        found = None
    if not isinstance(found, dict):
        return VendorNews()
    if topic == "app/uninstalled":
        return VendorNews(is_gone=True)
    if topic == "shop/redact":
        return VendorNews(is_gone=True, forgets=True)
    if topic == "customers/redact":
        return VendorNews(privacy=_person(found, "erase"))
    if topic == "customers/data_request":
        return VendorNews(privacy=_person(found, "export"))
    order_id = found.get("order_id") if topic.startswith("refunds/") else found.get("id")
    if topic.startswith(("orders/", "refunds/")) and isinstance(order_id, int):
        return VendorNews(order_ids=(f"gid://shopify/Order/{order_id}",))
    if topic.startswith("products/") and isinstance(order_id, int):
        return VendorNews(product_ids=(str(order_id),))
    return VendorNews()


def essential(topic: str, body: bytes) -> bytes:
    """Return only the IDs from an order, refund or product; other bodies are unchanged."""
    try:
        found = orjson.loads(body)
    except orjson.JSONDecodeError:
        return body
    if not isinstance(found, dict) or not topic.startswith(("orders/", "refunds/", "products/")):
        return body
    ids = {name: found[name] for name in ("id", "order_id") if isinstance(found.get(name), int)}
    return orjson.dumps(ids)


def _person(found: Mapping[str, Any], kind: Any) -> PrivacyRequest | None:
    customer = found.get("customer")
    if not isinstance(customer, dict):
        return None
    email, phone = customer.get("email"), customer.get("phone")
    return PrivacyRequest(
        kind,
        email[:320] if isinstance(email, str) and email else None,
        phone[:40] if isinstance(phone, str) and phone else None,
    )
