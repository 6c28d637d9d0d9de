"""A twin of Shopify on loopback: shops with their logins, expiring tokens, orders, products, discounts and webhooks.

Every GraphQL document is validated against Shopify's own schema of 2026-10, of which `shopify_schema.graphql` contains
the part used here (introspection in the npm package @shopify/dev-mcp 1.16.0).
https://shopify.dev/docs/api/admin-graphql
"""

import hashlib
import hmac
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, parse_qsl, urlencode, urlsplit

import orjson
from graphql import GraphQLSchema, OperationDefinitionNode, build_schema, parse, validate
from graphql.execution.values import get_variable_values

from api.integrations.shopify.client import VERSION
from tests.twins.shopify_shop import Shop

CLIENT_ID = "0123456789abcdef0123456789abcdef"
CLIENT_SECRET = "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"
Answer = tuple[int, dict[str, Any], dict[str, str]]


@cache
def schema() -> GraphQLSchema:
    """Return the part of Shopify's schema that is used."""
    text = (Path(__file__).parent / "shopify_schema.graphql").read_text()
    return build_schema(text, assume_valid=True)


@dataclass
class Shopify:
    """The shops, and how the twin should behave."""

    url: str = ""
    shops: dict[str, Shop] = field(
        default_factory=lambda: {"harbor": Shop("harbor", secret=CLIENT_SECRET)}
    )
    codes: dict[str, str] = field(default_factory=dict)
    """Codes of logins by shop, each for a single use."""
    tokens: dict[str, tuple[str, float]] = field(default_factory=dict)
    """The valid access token and its expiry, by shop."""
    refresh_tokens: dict[str, str] = field(default_factory=dict)
    given: list[str] = field(default_factory=list)
    """Every secret that was ever issued."""
    lasts: float = 3600.0
    count: int = 0
    requests: list[str] = field(default_factory=list)
    pictures: dict[str, bytes] = field(default_factory=dict)
    """Pictures of products, by path."""
    answers: list[int | str] = field(default_factory=list)
    """Statuses of the next API responses; 0: it does what is requested, and the connection breaks; or `throttled`."""

    def log_in(self, address: str, *, agrees: bool = True) -> dict[str, str]:
        """Return what the browser brings back from the page at this address."""
        parts = urlsplit(address)
        asked = dict(parse_qsl(parts.query))
        shop = parts.path.split("/")[1]
        assert parts.path == f"/{shop}/admin/oauth/authorize"
        assert asked["client_id"] == CLIENT_ID
        self.count += 1
        back = {
            "shop": f"{shop}.myshopify.com",
            "state": asked["state"],
            "timestamp": str(int(time.time())),
            "host": "YWRtaW4uc2hvcGlmeS5jb20",
        }
        if agrees:
            back["code"] = f"code-{self.count}-{shop}-0123456789"
            self.codes[shop] = back["code"]
            self.shops[shop].scopes = asked["scope"].split(",")
        else:
            back["error"] = "access_denied"
        return sign(back)

    def answer(self, method: str, target: str, headers: Any, raw: bytes) -> Answer | None:
        """Return status, body and headers; None breaks the connection."""
        _, shop, _, path = urlsplit(target).path.split("/", 3)
        self.requests.append(path)
        if method != "POST" or shop not in self.shops:
            return 404, {"errors": "Not Found"}, {}
        if path == "oauth/access_token":
            return self._token(shop, {name: it[0] for name, it in parse_qs(raw.decode()).items()})
        if path != f"api/{VERSION}/graphql.json":
            return 404, {"errors": "Not Found"}, {}
        fault = self.answers.pop(0) if self.answers else 200
        if fault == 429:
            return 429, {"errors": "Too many requests"}, {"retry-after": "2.0"}
        if fault == "throttled":
            return 200, _THROTTLED, {}
        if isinstance(fault, int) and fault >= 400:
            return fault, {"errors": "Internal Server Error"}, {}
        token, ends = self.tokens.get(shop, ("", 0.0))
        if headers.get("x-shopify-access-token") != token or ends < time.time():
            return 401, {"errors": "[API] Invalid API key or access token"}, {}
        body = orjson.loads(raw)
        asked = parse(body["query"])
        wrong = validate(schema(), asked)
        if not wrong:
            (first, *_) = asked.definitions
            assert isinstance(first, OperationDefinitionNode)
            read = get_variable_values(schema(), first.variable_definitions, body["variables"])
            wrong = read if isinstance(read, list) else []
        if wrong:
            return 200, {"errors": [{"message": it.message} for it in wrong]}, {}
        if "appUninstall" in body["query"]:
            del self.tokens[shop], self.refresh_tokens[shop]
            return 200, {"data": {"appUninstall": {"userErrors": []}}}, {}
        done = self.shops[shop].ask(body["query"], body["variables"])
        return None if fault == 0 else (200, {"data": done}, {})

    def _token(self, shop: str, form: dict[str, str]) -> Answer:
        if (form.get("client_id"), form.get("client_secret")) != (CLIENT_ID, CLIENT_SECRET):
            return 400, {"error": "invalid_client"}, {}
        if form.get("grant_type") == "refresh_token":
            if form.get("refresh_token") != self.refresh_tokens.get(shop):
                return 400, {"error": "invalid_grant"}, {}
        elif form.get("code") != self.codes.pop(shop, None) or form.get("expiring") != "1":
            return 400, {"error": "invalid_request"}, {}
        self.count += 1
        token = f"shpat_{self.count:032d}"
        self.tokens[shop] = (token, time.time() + self.lasts)
        self.refresh_tokens[shop] = f"shprt_{self.count:032d}"
        self.given += [token, self.refresh_tokens[shop]]
        answer = {
            "access_token": token,
            "scope": ",".join(self.shops[shop].scopes),
            "expires_in": int(self.lasts),
            "refresh_token": self.refresh_tokens[shop],
            "refresh_token_expires_in": 7_776_000,
        }
        return 200, answer, {}


_THROTTLED: dict[str, Any] = {
    "errors": [{"message": "Throttled", "extensions": {"code": "THROTTLED"}}],
    "extensions": {
        "cost": {
            "requestedQueryCost": 102,
            "throttleStatus": {
                "maximumAvailable": 2000.0,
                "currentlyAvailable": 2,
                "restoreRate": 50.0,
            },
        }
    },
}


def sign(query: dict[str, str]) -> dict[str, str]:
    """Return the query that a browser brings back, with Shopify's signature."""
    signed = urlencode(sorted(query.items())).encode()
    return {**query, "hmac": hmac.new(CLIENT_SECRET.encode(), signed, hashlib.sha256).hexdigest()}


@contextmanager
def shopify_twin() -> Iterator[Shopify]:
    """Run a twin until the block ends."""
    twin = Shopify()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            raw = self.rfile.read(int(self.headers.get("content-length") or 0))
            headers = {name.lower(): it for name, it in self.headers.items()}
            answered = twin.answer(self.command, self.path, headers, raw)
            if answered is None:
                self.close_connection = True
                return
            status, body, more = answered
            content = orjson.dumps(body)
            self.send_response(status)
            for name, it in more.items():
                self.send_header(name, it)
            self.send_header("content-length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def do_GET(self) -> None:
            if "/admin/oauth/authorize" in self.path:  # the person at the login agrees
                asked = dict(parse_qsl(urlsplit(self.path).query))
                back = urlencode(twin.log_in(twin.url + self.path))
                self.send_response(302)
                self.send_header("location", f"{asked['redirect_uri']}?{back}")
                self.send_header("content-length", "0")
                self.end_headers()
                return
            content = twin.pictures.get(self.path)
            self.send_response(404 if content is None else 200)
            self.send_header("content-length", str(len(content or b"")))
            self.end_headers()
            self.wfile.write(content or b"")

        def log_message(self, *args: Any) -> None:
            """Log nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    twin.url = f"http://127.0.0.1:{server.server_port}"
    try:
        yield twin
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
