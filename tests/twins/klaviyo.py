"""A twin of Klaviyo's API on loopback: stores lists, profiles and events, and validates the requests.

Requests are validated against the schemas of Klaviyo's own OpenAPI document (github.com/klaviyo/openapi,
openapi/stable.json of 2026-07-15, MIT), of which `klaviyo_requests.json` contains the part used here, with unknown
fields refused. https://developers.klaviyo.com/en/reference/api_overview
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

import jsonschema_rs
import orjson

from tests.twins.loopback import Answer, on_loopback

KEY = "pk_0123456789abcdef0123456789abcdef01"
REVISION = "2026-07-15"
TYPE = "application/vnd.api+json"
PAGE = 2
"""The page size, so small that few rows have several pages."""
_SPEC = orjson.loads((Path(__file__).parent / "klaviyo_requests.json").read_bytes())
_JUDGES = {
    path: jsonschema_rs.validator_for(schema)
    for path, schema in _SPEC.items()
    if not path.startswith("GET ")
}


@dataclass
class Klaviyo:
    """The data of the account, and how the twin should behave."""

    url: str = ""
    keys: set[str] = field(default_factory=lambda: {KEY})
    lists: dict[str, str] = field(
        default_factory=lambda: {"L1": "VIPs", "L2": "News", "L3": "Spring"}
    )
    segments: dict[str, str] = field(default_factory=lambda: {"S1": "Engaged"})
    events: dict[str, dict[str, Any]] = field(default_factory=dict)
    """Events by `unique_id`; a second one with the same id is dropped."""
    requests: int = 0
    subscribed: list[dict[str, Any]] = field(default_factory=list)
    unsubscribed: list[dict[str, Any]] = field(default_factory=list)
    answers: list[int] = field(default_factory=list)
    """Statuses of the next responses; 0: it does what is requested, and the connection breaks."""

    def answer(self, method: str, target: str, headers: Any, raw: bytes) -> Answer | None:
        """Return status, body and headers; None breaks the connection."""
        self.requests += 1
        status = self.answers.pop(0) if self.answers else 200
        if status == 429:
            return (*_error(429, "Request was throttled."), {"retry-after": "7"})
        if status >= 400:
            return (*_error(status, "A server error occurred."), {})
        key = (headers.get("authorization") or "").removeprefix("Klaviyo-API-Key ")
        if key not in self.keys:
            return (*_error(401, f"Incorrect authentication credentials: {key}"), {})
        if headers.get("revision") != REVISION:
            return (*_error(400, "revision is required"), {})
        where = urlsplit(target)
        query = dict(parse_qsl(where.query))
        done = (
            self._read(where.path, query)
            if method == "GET"
            else self._write(where.path, headers, raw)
        )
        return None if status == 0 else (*done, {})

    def _read(self, path: str, query: dict[str, str]) -> tuple[int, dict[str, Any]]:
        unknown = set(query) - set(_SPEC.get(f"GET {path}", []))
        if f"GET {path}" not in _SPEC or unknown:
            return _error(400, f"no such question: {path} {unknown}")
        if path == "/api/accounts":
            contact = {"contact_information": {"organization_name": "Harbor Coffee"}}
            return 200, {"data": [{"type": "account", "id": "AB12cd", "attributes": contact}]}
        rows, kind = (self.lists, "list") if path == "/api/lists" else (self.segments, "segment")
        start = int(query.get("page[cursor]", "0"))
        items = [
            {"type": kind, "id": it, "attributes": {"name": name}}
            for it, name in list(rows.items())[start : start + PAGE]
        ]
        more = start + PAGE < len(rows)
        following = {**query, "page[cursor]": str(start + PAGE)}
        link = f"{self.url}{path}?{urlencode(following)}" if more else None
        return 200, {"data": items, "links": {"next": link}}

    def _write(self, path: str, headers: Any, raw: bytes) -> tuple[int, dict[str, Any] | None]:
        if path not in _JUDGES or headers.get("content-type") != TYPE:
            return _error(415, "no such resource")
        body = orjson.loads(raw)
        wrong = [it.message for it in _JUDGES[path].iter_errors(body)]
        if wrong:
            return _error(400, "; ".join(wrong))
        data = body["data"]
        if path == "/api/lists":
            made = f"L{len(self.lists) + 1}"
            self.lists[made] = data["attributes"]["name"]
            attributes = {"name": self.lists[made]}
            return 201, {"data": {"type": "list", "id": made, "attributes": attributes}}
        if path == "/api/events":
            self.events.setdefault(data["attributes"]["unique_id"], data["attributes"])
            return 202, None
        if path == "/api/profile-subscription-bulk-delete-jobs":
            self.unsubscribed += [it["attributes"] for it in data["attributes"]["profiles"]["data"]]
            return 202, None
        self.subscribed.append(data)
        return 202, None


def _error(status: int, detail: str) -> tuple[int, dict[str, Any]]:
    return status, {"errors": [{"id": "1", "status": status, "code": "error", "detail": detail}]}


@contextmanager
def klaviyo_twin() -> Iterator[Klaviyo]:
    """Run a twin until the block ends."""
    twin = Klaviyo()
    with on_loopback(twin.answer) as twin.url:
        yield twin
