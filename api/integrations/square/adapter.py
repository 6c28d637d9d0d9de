"""Square: an account is connected by logging in there; loyalty, customers, orders and products are read.

https://developer.squareup.com/reference/square. Tokens are valid for 30 days; refresh tokens of the code flow do not
expire.
"""

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
from api.integrations.ports.loyalty_shop import (
    LoyaltyAccount,
    ShopOrder,
    ShopPage,
    Shopper,
    ShopProduct,
)
from api.integrations.square.config import SCOPES, SquareSettings
from api.integrations.vendor_http import VendorHttp

VERSION = "2026-09-16"
"""https://developer.squareup.com/docs/build-basics/versioning-overview"""
PAGE = 50


class Square:
    """Connects to accounts at Square."""

    def __init__(self, settings: SquareSettings) -> None:
        self._settings = settings

    def start(self, given: Mapping[str, str]) -> Credentials:  # noqa: ARG002
        """Return nothing, because people log in at Square."""
        raise RequestRefused("An account is connected by logging in at Square.")

    def rotate(self, credentials: Credentials) -> Credentials:
        """Return the same credentials, because Square issues the tokens."""
        return credentials

    def authorization_url(
        self,
        given: Mapping[str, str],  # noqa: ARG002
        state: str,
        redirect_uri: str,
        challenge: str,  # noqa: ARG002
    ) -> str:
        """Return the URL of the consent page. Square has no PKCE for apps with a secret."""
        query = {
            "client_id": self._settings.client_id or "",
            "scope": " ".join(SCOPES),
            "session": "false",
            "state": state,
            "redirect_uri": redirect_uri,
        }
        return f"{self._settings.base_url}/oauth2/authorize?{urlencode(query)}"

    def exchange(
        self,
        given: Mapping[str, str],  # noqa: ARG002
        query: Mapping[str, str],
        redirect_uri: str,
        verifier: str,  # noqa: ARG002
    ) -> Granted:
        """Exchange the code from the redirect for tokens."""
        if query.get("error"):
            raise RequestRefused("The login was cancelled at Square.")
        code = {"code": query.get("code", ""), "redirect_uri": redirect_uri}
        return self._token({"grant_type": "authorization_code", **code})

    def refresh(self, credentials: Credentials) -> Granted:
        """Return new tokens."""
        old = {"refresh_token": credentials["refresh_token"]}
        return self._token({"grant_type": "refresh_token", **old})

    def check(self, credentials: Credentials, settings: ConnectionSettings) -> Account:  # noqa: ARG002
        """Return the account, and what the app may do there."""
        http = self._http(credentials)
        status = http.request("POST", "/oauth2/token/status", json={})
        found = http.request("GET", "/v2/merchants/me")["merchant"]
        scopes = tuple(sorted(status.get("scopes") or []))
        return Account(found.get("business_name") or found["id"], scopes, key=found["id"])

    def send(
        self,
        credentials: Credentials,  # noqa: ARG002
        settings: ConnectionSettings,  # noqa: ARG002
        deliveries: Sequence[Delivery],
    ) -> list[Receipt]:
        """Send nothing, because Square receives no events."""
        return [Receipt("skipped", text="No events go to Square.") for _ in deliveries]

    def revoke(self, credentials: Credentials) -> None:
        """Revoke all tokens of this app for the account."""
        secret = {"Authorization": f"Client {self._secret()}"}
        body = {
            "client_id": self._settings.client_id,
            "access_token": credentials["access_token"],
        }
        self._http(None, secret).request("POST", "/oauth2/revoke", json=body)

    def loyalty(self, credentials: Credentials, phone: str) -> LoyaltyAccount | None:
        """Return the loyalty account for a number in E.164 format; None if there is none."""
        query = {"mappings": [{"phone_number": phone}]}
        found = self._http(credentials).request(
            "POST", "/v2/loyalty/accounts/search", json={"query": query}
        )
        accounts = found.get("loyalty_accounts") or []
        return _loyalty(accounts[0]) if accounts else None

    def add_points(
        self, credentials: Credentials, phone: str, points: int, key: str
    ) -> LoyaltyAccount | None:
        """Give points to a loyalty account, once for each key; return the account, or None if there is none."""
        account = self.loyalty(credentials, phone)
        if account is None:
            return None
        http = self._http(credentials)
        locations = self._locations(http)
        if not locations:
            raise RequestRefused("This account has no location.")
        body = {
            "accumulate_points": {"points": points},
            "idempotency_key": key,
            "location_id": locations[0],
        }
        http.request("POST", f"/v2/loyalty/accounts/{account.id}/accumulate", json=body)
        return self.loyalty(credentials, phone)

    def customers(
        self, credentials: Credentials, email: str | None, phone: str | None, cursor: str | None
    ) -> ShopPage[Shopper]:
        """Return a page of customers, either all or those with an email address or phone number."""
        named = {"email_address": email, "phone_number": phone}
        body: dict[str, Any] = {"limit": PAGE}
        wanted = {name: {"exact": it} for name, it in named.items() if it}
        if wanted:
            body["query"] = {"filter": wanted}
        if cursor:
            body["cursor"] = cursor
        found = self._http(credentials).request("POST", "/v2/customers/search", json=body)
        items = [
            Shopper(
                it["id"],
                " ".join(filter(None, (it.get("given_name"), it.get("family_name")))),
                it.get("email_address"),
                it.get("phone_number"),
            )
            for it in found.get("customers") or []
        ]
        return ShopPage(items, found.get("cursor"))

    def orders(self, credentials: Credentials, cursor: str | None) -> ShopPage[ShopOrder]:
        """Return a page of the orders of all locations, newest first."""
        http = self._http(credentials)
        sort = {"sort": {"sort_field": "CREATED_AT", "sort_order": "DESC"}}
        body = {"location_ids": self._locations(http)[:10], "query": sort, "limit": PAGE}
        if not body["location_ids"]:
            return ShopPage([], None)
        if cursor:
            body["cursor"] = cursor
        found = http.request("POST", "/v2/orders/search", json=body)
        items = [
            ShopOrder(
                it["id"],
                it.get("state") or "",
                int((it.get("total_money") or {}).get("amount") or 0),
                (it.get("total_money") or {}).get("currency") or "",
                it["created_at"],
                it.get("customer_id"),
            )
            for it in found.get("orders") or []
        ]
        return ShopPage(items, found.get("cursor"))

    def products(self, credentials: Credentials, cursor: str | None) -> ShopPage[ShopProduct]:
        """Return a page of products with the price of their first variation."""
        query = {"types": "ITEM"} | ({"cursor": cursor} if cursor else {})
        found = self._http(credentials).request("GET", "/v2/catalog/list", query=query)
        items = [_product(it) for it in found.get("objects") or []]
        return ShopPage(items, found.get("cursor"))

    def _locations(self, http: VendorHttp) -> list[str]:
        found = http.request("GET", "/v2/locations").get("locations") or []
        return [it["id"] for it in found if it.get("status") == "ACTIVE"]

    def _token(self, body: dict[str, Any]) -> Granted:
        app = {"client_id": self._settings.client_id, "client_secret": self._secret()}
        try:
            answer = self._http(None).request("POST", "/oauth2/token", json={**app, **body})
        except RequestRefused as refused:
            if body["grant_type"] == "refresh_token":
                raise CredentialsRefused(refused.text, status=refused.status) from None
            raise
        try:
            kept = {it: str(answer[it]) for it in ("access_token", "refresh_token", "merchant_id")}
            ends = datetime.fromisoformat(answer["expires_at"])
        except (KeyError, TypeError, ValueError):
            raise VendorDown("Square's answer has no tokens that end.") from None
        return Granted(kept, (ends - datetime.now(UTC)).total_seconds())

    def _secret(self) -> str:
        secret = self._settings.client_secret
        return secret.get_secret_value() if secret is not None else ""

    def _http(
        self, credentials: Credentials | None, headers: Mapping[str, str] | None = None
    ) -> VendorHttp:
        sent = {"Square-Version": VERSION, **(headers or {})}
        if credentials is not None:
            sent["Authorization"] = f"Bearer {credentials['access_token']}"
        return VendorHttp("Square", self._settings.base_url, sent, detail=_detail)


def _loyalty(it: Mapping[str, Any]) -> LoyaltyAccount:
    return LoyaltyAccount(
        it["id"], int(it.get("balance") or 0), int(it.get("lifetime_points") or 0)
    )


def _product(it: Mapping[str, Any]) -> ShopProduct:
    data = it.get("item_data") or {}
    variations = data.get("variations") or [{}]
    price = (variations[0].get("item_variation_data") or {}).get("price_money") or {}
    return ShopProduct(it["id"], data.get("name") or "", price.get("amount"), price.get("currency"))


def _detail(answer: Any) -> str:
    """Return Square's error message."""
    if "errors" in answer:
        return " ".join(str(it.get("detail") or it.get("code")) for it in answer["errors"])
    return str(answer.get("message") or answer.get("error_description") or "")
