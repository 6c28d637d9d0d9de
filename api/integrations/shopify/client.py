"""Requests to one shop: its login and its GraphQL Admin API, with the errors of both.

https://shopify.dev/docs/api/admin-graphql/2026-10
"""

from collections.abc import Mapping
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
)
from api.integrations.shopify.config import ShopifySettings
from runtime.outbound_http import tls_context

VERSION = "2026-10"
SECONDS = 10.0
THROTTLED_WAIT = 2.0
_DOCUMENTS = Path(__file__).parent / "documents"


_FRAGMENTS = {"...OrderParts": "order_parts"}
"""Documents of fields that several queries ask for, by how they are named there."""


@cache
def document(name: str) -> str:
    """A GraphQL document of this folder, with the fragments that it uses."""
    text = (_DOCUMENTS / f"{name}.graphql").read_text()
    used = [file for spread, file in _FRAGMENTS.items() if spread in text]
    return "\n".join([text, *((_DOCUMENTS / f"{file}.graphql").read_text() for file in used)])


class ShopifyClient:
    """Requests to one shop, by its name in `NAME.myshopify.com`."""

    def __init__(self, settings: ShopifySettings, shop: str, token: str = "") -> None:
        self._url = shop_url(settings, shop)
        self._token = token

    def __repr__(self) -> str:
        return "ShopifyClient()"

    def ask(self, name: str, /, **variables: Any) -> dict[str, Any]:
        """The data of a query, or of a mutation that did what was asked. Raises VendorProblem."""
        body = {"query": document(name), "variables": variables}
        answer = self._post(
            f"/admin/api/{VERSION}/graphql.json", orjson.dumps(body), self._headers()
        )
        return _data(_read(answer))

    def token(self, form: Mapping[str, str]) -> dict[str, Any]:
        """The answer of the token endpoint. Raises VendorProblem."""
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
    """The address of a shop."""
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
    """The data of a GraphQL answer, in which errors of the call and of each mutation are named."""
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
    """Seconds until the bucket has what the query costs. https://shopify.dev/docs/api/usage/limits"""
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
    """What Shopify says is wrong."""
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
