"""Shopify: a shop is connected by a login there; its tokens last an hour and are made new before they end.

https://shopify.dev/docs/apps/build/authentication-authorization/access-tokens/authorization-code-grant
"""

import hashlib
import hmac
import re
import time
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from api.integrations.ports.connector import (
    Account,
    ConnectionSettings,
    Credentials,
    Delivery,
    Granted,
    Receipt,
    RequestRefused,
    VendorDown,
)
from api.integrations.shopify.client import ShopifyClient, shop_url
from api.integrations.shopify.config import SCOPES, ShopifySettings

_SHOP = re.compile(r"(?:https?://)?([a-z0-9][a-z0-9-]{0,59})(?:\.myshopify\.com)?/?", re.IGNORECASE)
NEW_FOR = 600.0
"""Seconds in which what the browser brings back is taken."""


class Shopify:
    """Reaches shops."""

    def __init__(self, settings: ShopifySettings) -> None:
        self._settings = settings

    def start(self, given: Mapping[str, str]) -> Credentials:  # noqa: ARG002
        """Nothing: one logs in at the shop."""
        raise RequestRefused("A shop is connected by logging in there.")

    def rotate(self, credentials: Credentials) -> Credentials:
        """The same: Shopify makes the tokens."""
        return credentials

    def authorization_url(
        self,
        given: Mapping[str, str],
        state: str,
        redirect_uri: str,
        challenge: str,  # noqa: ARG002
    ) -> str:
        """The page of the shop on which its owner agrees. Shopify has no PKCE."""
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
        """Tokens that end and can be made new, for the code of the shop that was asked."""
        shop = shop_name(given["shop"])
        if query.get("error"):
            raise RequestRefused("The login was cancelled at Shopify.")
        if query.get("shop") != f"{shop}.myshopify.com" or not self._is_signed(query):
            raise RequestRefused("This was not sent by the shop.")
        form = {**self._app(), "code": query.get("code", ""), "expiring": "1"}
        return _granted(shop, ShopifyClient(self._settings, shop).token(form))

    def refresh(self, credentials: Credentials) -> Granted:
        """New tokens; the refresh token changes too."""
        shop = credentials["shop"]
        form = {
            **self._app(),
            "grant_type": "refresh_token",
            "refresh_token": credentials["refresh_token"],
        }
        return _granted(shop, ShopifyClient(self._settings, shop).token(form))

    def check(self, credentials: Credentials, settings: ConnectionSettings) -> Account:  # noqa: ARG002
        """The shop, and what may be done there."""
        found = self._client(credentials).ask("shop")
        shop = found["shop"]
        scopes = found["currentAppInstallation"]["accessScopes"]
        return Account(
            shop["name"],
            tuple(sorted(it["handle"] for it in scopes)),
            key=shop["myshopifyDomain"].removesuffix(".myshopify.com"),
        )

    def send(
        self,
        credentials: Credentials,  # noqa: ARG002
        settings: ConnectionSettings,  # noqa: ARG002
        deliveries: Sequence[Delivery],
    ) -> list[Receipt]:
        """Nothing: no events go to shops."""
        return [Receipt("skipped", text="No events go to shops.") for _ in deliveries]

    def revoke(self, credentials: Credentials) -> None:
        """Remove the app from the shop; its tokens end with that."""
        self._client(credentials).ask("uninstall")

    def _client(self, credentials: Credentials) -> ShopifyClient:
        return ShopifyClient(self._settings, credentials["shop"], credentials["access_token"])

    def _app(self) -> dict[str, str]:
        secret = self._settings.client_secret
        return {
            "client_id": self._settings.client_id or "",
            "client_secret": secret.get_secret_value() if secret is not None else "",
        }

    def _is_signed(self, query: Mapping[str, str]) -> bool:
        """Whether Shopify signed this a short while ago."""
        signed = urlencode(sorted((name, it) for name, it in query.items() if name != "hmac"))
        secret = self._app()["client_secret"].encode()
        expected = hmac.new(secret, signed.encode(), hashlib.sha256).hexdigest()
        at = query.get("timestamp", "")
        is_new = at.isascii() and at.isdigit() and abs(time.time() - int(at[:12])) < NEW_FOR
        return hmac.compare_digest(expected.encode(), query.get("hmac", "").encode()) and is_new


def shop_name(text: str) -> str:
    """The name of a shop, of what somebody typed in. Raises RequestRefused."""
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
