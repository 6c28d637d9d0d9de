"""A twin of Square on loopback: logins, expiring tokens, a loyalty programme, customers, orders and products.

Requests are validated against the schemas of Square's own OpenAPI document
(github.com/square/connect-api-specification, api.json of 2025-08-20, Apache-2.0), of which `square_requests.json`
contains the part used here, with unknown fields refused. Later changes, up to version 2026-09-16, are not covered.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import jsonschema_rs
import orjson

from tests.twins.loopback import Answer, on_loopback

CLIENT_ID = "sq0idp-0123456789abcdef"
CLIENT_SECRET = "sq0csp-fedcba9876543210fedcba9876543210"
VERSION = "2026-09-16"
_SPEC = orjson.loads((Path(__file__).parent / "square_requests.json").read_bytes())
_JUDGES = {
    path: jsonschema_rs.validator_for(schema)
    for path, schema in _SPEC.items()
    if not path.startswith("GET ")
}
_OF_ACCOUNTS = re.compile(r"(?<=/v2/loyalty/accounts/)[^/]+(?=/accumulate$)")


@dataclass
class Square:
    """The data of the account, and how the twin should behave."""

    url: str = ""
    code: str | None = None
    token: str | None = None
    refresh_token: str | None = None
    given: list[str] = field(default_factory=list)
    """Every secret that was ever issued."""
    balances: dict[str, int] = field(default_factory=lambda: {"+14155550143": 120})
    """Points by phone number."""
    keys: set[str] = field(default_factory=set)
    """The idempotency keys of points that were given."""
    customers: list[dict[str, Any]] = field(
        default_factory=lambda: [
            {"id": f"C{it}", "given_name": name, "email_address": f"{name.lower()}@example.com"}
            for it, name in enumerate(("Ana", "Bob", "Eve"))
        ]
    )
    answers: list[int] = field(default_factory=list)
    """Statuses of the next API responses; 0: it does what is requested, and the connection breaks."""

    def log_in(self, address: str, *, agrees: bool = True) -> dict[str, str]:
        """Return what the browser brings back from the page at this address."""
        parts = urlsplit(address)
        asked = dict(parse_qsl(parts.query))
        assert parts.path == "/oauth2/authorize"
        assert (asked["client_id"], asked["session"]) == (CLIENT_ID, "false")
        if not agrees:
            return {"error": "access_denied", "state": asked["state"]}
        self.code = f"sq0cgp-code-{len(self.given)}"
        return {"code": self.code, "response_type": "code", "state": asked["state"]}

    def answer(
        self, method: str, target: str, headers: dict[str, str], raw: bytes
    ) -> Answer | None:
        """Return status, body and headers; None breaks the connection."""
        where = urlsplit(target)
        body = orjson.loads(raw) if raw else {}
        if headers.get("square-version") != VERSION:
            return _error(400, "Square-Version is required")
        wrong = _problem(where.path, set(dict(parse_qsl(where.query))), body)
        if wrong:
            return _error(400, wrong)
        if where.path == "/oauth2/token":
            return self._token(body)
        if where.path == "/oauth2/revoke":
            assert headers["authorization"] == f"Client {CLIENT_SECRET}"
            self.token = self.refresh_token = None
            return 200, {"success": True}, {}
        status = self.answers.pop(0) if self.answers else 200
        if status >= 400:
            return (*_error(status, "Something went wrong.")[:2], {"retry-after": "7"})
        if self.token is None or headers.get("authorization") != f"Bearer {self.token}":
            return _error(401, "This request could not be authorized.")
        done = self._api(where.path, dict(parse_qsl(where.query)), body)
        return None if status == 0 else done

    def _token(self, body: dict[str, Any]) -> Answer:
        if (body["client_id"], body["client_secret"]) != (CLIENT_ID, CLIENT_SECRET):
            return 401, {"message": "Not Authorized", "type": "service.not_authorized"}, {}
        if body["grant_type"] == "refresh_token":
            is_good = self.refresh_token is not None and body["refresh_token"] == self.refresh_token
        else:
            is_good, self.code = body["code"] == self.code, None
        if not is_good:
            return 400, {"message": "Invalid grant", "type": "bad_request"}, {}
        place = len(self.given)
        self.token = f"EAAA-access-{place:030}"
        self.refresh_token = self.refresh_token or f"EQAA-refresh-{place:030}"
        self.given += [self.token, self.refresh_token]
        answer = {
            "access_token": self.token,
            "token_type": "bearer",
            "expires_at": (datetime.now(UTC) + timedelta(days=30)).strftime("%Y-%m-%dT%H:%M:%SZ"),
            "merchant_id": "MLHARBOR",
            "refresh_token": self.refresh_token,
        }
        return 200, answer, {}

    def _api(self, path: str, query: dict[str, str], body: dict[str, Any]) -> Answer:
        if path == "/oauth2/token/status":
            return 200, {"scopes": ["LOYALTY_READ"], "merchant_id": "MLHARBOR"}, {}
        if path == "/v2/merchants/me":
            return 200, {"merchant": {"id": "MLHARBOR", "business_name": "Harbor Coffee"}}, {}
        if path == "/v2/locations":
            return 200, {"locations": [{"id": "L1", "status": "ACTIVE"}]}, {}
        if path == "/v2/loyalty/accounts/search":
            phone = body["query"]["mappings"][0]["phone_number"]
            if phone not in self.balances:
                return 200, {}, {}
            found = {"id": f"loy{phone}", "balance": self.balances[phone], "lifetime_points": 300}
            return 200, {"loyalty_accounts": [found]}, {}
        given = re.fullmatch(r"/v2/loyalty/accounts/loy(.+)/accumulate", path)
        if given:
            if body["idempotency_key"] not in self.keys:
                self.keys.add(body["idempotency_key"])
                self.balances[given[1]] += body["accumulate_points"]["points"]
            return 200, {"events": []}, {}
        if path == "/v2/customers/search":
            wanted = body.get("query", {}).get("filter", {}).get("email_address", {}).get("exact")
            found = [it for it in self.customers if wanted in (None, it["email_address"])]
            start = int(body.get("cursor", 0))
            more = {"cursor": str(start + 2)} if start + 2 < len(found) else {}
            return 200, {"customers": found[start : start + 2], **more}, {}
        if path == "/v2/orders/search":
            money = {"amount": 1250, "currency": "USD"}
            order = {"id": "O1", "state": "COMPLETED", "total_money": money}
            return 200, {"orders": [{**order, "created_at": "2026-11-20T09:30:00Z"}]}, {}
        if path == "/v2/catalog/list":
            price = {"price_money": {"amount": 450, "currency": "USD"}}
            data = {"name": "Flat white", "variations": [{"item_variation_data": price}]}
            return 200, {"objects": [{"type": query["types"], "id": "I1", "item_data": data}]}, {}
        return _error(404, "no such resource")


def _problem(path: str, query: set[str], body: dict[str, Any]) -> str:
    """Return why Square would refuse a request; empty if it would not."""
    judge = _JUDGES.get(_OF_ACCOUNTS.sub("{account_id}", path))
    if judge is not None:
        return "; ".join(it.message for it in judge.iter_errors(body))
    unknown = query - set(_SPEC.get(f"GET {path}", ()))
    return f"unknown parameters: {sorted(unknown)}" if unknown else ""


def _error(status: int, detail: str) -> Answer:
    return status, {"errors": [{"category": "API_ERROR", "code": "X", "detail": detail}]}, {}


@contextmanager
def square_twin() -> Iterator[Square]:
    """Run a twin until the block ends."""
    twin = Square()
    with on_loopback(twin.answer) as twin.url:
        yield twin
