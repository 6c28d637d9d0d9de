"""Klaviyo's JSON:API: its headers, its errors, and its pages.

https://developers.klaviyo.com/en/reference/api_overview
"""

from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import urlsplit

import httpx2
import orjson

from api.integrations.klaviyo.config import KlaviyoSettings
from api.integrations.ports.connector import (
    CredentialsRefused,
    RequestRefused,
    VendorBusy,
    VendorDown,
)
from runtime.outbound_http import tls_context

REVISION = "2026-07-15"
SECONDS = 10.0
MOST_PAGES = 50
_TYPE = "application/vnd.api+json"


class KlaviyoClient:
    """Requests with one private key."""

    def __init__(
        self, settings: KlaviyoSettings, api_key: str, *, seconds: float = SECONDS
    ) -> None:
        self._base_url = settings.base_url.rstrip("/")
        self._key = api_key
        self._seconds = seconds

    def __repr__(self) -> str:
        return "KlaviyoClient()"

    def get(self, path: str, query: Mapping[str, str] | None = None) -> dict[str, Any]:
        """The answer to a question. Raises VendorProblem."""
        return self._request("GET", path, query, None)

    def post(self, path: str, data: Mapping[str, Any]) -> dict[str, Any]:
        """The answer to a resource that is made; empty where Klaviyo works on it later. Raises VendorProblem."""
        return self._request("POST", path, None, {"data": data})

    def pages(self, path: str, query: Mapping[str, str]) -> Iterator[dict[str, Any]]:
        """Every resource of a list, page by page. Raises VendorProblem."""
        asked: Mapping[str, str] | None = query
        for _ in range(MOST_PAGES):
            answer = self._request("GET", path, asked, None)
            yield from answer["data"]
            following = (answer.get("links") or {}).get("next")
            if not following:
                return
            parts = urlsplit(
                following
            )  # only its question is used: the host stays the one that was set
            asked = dict(httpx2.QueryParams(parts.query))

    def _request(
        self,
        method: str,
        path: str,
        query: Mapping[str, str] | None,
        content: Mapping[str, Any] | None,
    ) -> dict[str, Any]:
        headers = {
            "Authorization": f"Klaviyo-API-Key {self._key}",
            "revision": REVISION,
            "Accept": _TYPE,
            "Content-Type": _TYPE,
        }
        try:
            with httpx2.Client(
                timeout=self._seconds, trust_env=False, verify=tls_context(trust_env=False)
            ) as client:
                answer = client.request(
                    method,
                    f"{self._base_url}{path}",
                    params=dict(query) if query else None,
                    headers=headers,
                    content=orjson.dumps(content) if content is not None else None,
                )
        except (httpx2.HTTPError, httpx2.InvalidURL) as silent:
            raise VendorDown(f"Klaviyo did not answer ({type(silent).__name__}).") from None
        return _read(answer)


def _read(answer: httpx2.Response) -> dict[str, Any]:
    status = answer.status_code
    if answer.is_success:
        if not answer.content:
            return {}
        try:
            found: dict[str, Any] = orjson.loads(answer.content)
        except orjson.JSONDecodeError:
            raise VendorDown("Klaviyo's answer is no JSON.", status=status) from None
        return found
    text = _detail(answer)
    if status in (401, 403):
        raise CredentialsRefused(text, status=status)
    if status == 429:
        asked = answer.headers.get("retry-after", "")
        wait = float(asked) if asked.isascii() and asked.isdigit() else None
        raise VendorBusy(text, status=status, retry_after=wait)
    if status >= 500 or status == 408:
        raise VendorDown(text, status=status)
    raise RequestRefused(text, status=status)


def _detail(answer: httpx2.Response) -> str:
    """What Klaviyo says is wrong."""
    try:
        errors = orjson.loads(answer.content)["errors"]
        return " ".join(str(it.get("detail") or it.get("title")) for it in errors)
    except (orjson.JSONDecodeError, KeyError, TypeError, AttributeError):
        return answer.text[:500]
