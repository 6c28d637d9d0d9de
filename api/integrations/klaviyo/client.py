"""Klaviyo's JSON:API: its headers, its errors, and its pages.

https://developers.klaviyo.com/en/reference/api_overview
"""

from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import urlsplit

import httpx2

from api.integrations.klaviyo.config import KlaviyoSettings
from api.integrations.vendor_http import Plan, VendorHttp

REVISION = "2026-07-15"
MOST_PAGES = 50
_TYPE = "application/vnd.api+json"


class KlaviyoClient:
    """Makes requests with one private key. Every method raises VendorProblem."""

    def __init__(self, settings: KlaviyoSettings, api_key: str, plan: Plan | None = None) -> None:
        headers = {
            "Authorization": f"Klaviyo-API-Key {api_key}",
            "revision": REVISION,
            "Accept": _TYPE,
            "Content-Type": _TYPE,
        }
        self._http = VendorHttp("Klaviyo", settings.base_url, headers, detail=_detail, plan=plan)

    def __repr__(self) -> str:
        return "KlaviyoClient()"

    def get(self, path: str, query: Mapping[str, str] | None = None) -> dict[str, Any]:
        """Return the response to a GET request."""
        return dict(self._http.request("GET", path, query=query))

    def post(self, path: str, data: Mapping[str, Any]) -> dict[str, Any]:
        """Create a resource and return the response; empty if Klaviyo processes it later."""
        return dict(self._http.request("POST", path, json={"data": data}))

    def pages(self, path: str, query: Mapping[str, str]) -> Iterator[dict[str, Any]]:
        """Yield every resource of a list, page by page."""
        asked: Mapping[str, str] | None = query
        for _ in range(MOST_PAGES):
            answer = self.get(path, asked)
            yield from answer["data"]
            following = (answer.get("links") or {}).get("next")
            if not following:
                return
            # Only the query of the next link is used, so that the configured host never changes.
            asked = dict(httpx2.QueryParams(urlsplit(following).query))


def _detail(answer: Any) -> str:
    """Return Klaviyo's error message."""
    return " ".join(str(it.get("detail") or it.get("title")) for it in answer["errors"])
