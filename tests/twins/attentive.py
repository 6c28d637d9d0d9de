"""A twin of Attentive's API on loopback: stores subscriptions and events, and validates the requests.

Requests are validated against the schemas of Attentive's own OpenAPI document (https://docs.attentivemobile.com,
version 1, as of 2026-08-22), of which `attentive_requests.json` contains the part used here, with unknown fields
refused, and against the text beside the schemas.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import jsonschema_rs
import orjson

from tests.twins.loopback import Answer, on_loopback

KEY = "attentive-key-0123456789abcdef"
SOURCE = "sg_1234"
_SPEC = orjson.loads((Path(__file__).parent / "attentive_requests.json").read_bytes())
_JUDGES = {
    path: jsonschema_rs.validator_for(schema, validate_formats=True)
    for path, schema in _SPEC.items()
    if not path.startswith("GET ")
}
_TEXT = jsonschema_rs.validator_for(
    {
        "properties": {
            "type": {"pattern": r"""^[^"'(){}\[\]\\|,]+$"""},
            "properties": {"propertyNames": {"pattern": r'^[^"{}\[\]\\|]+$'}},
            "user": {
                "properties": {
                    "phone": {"pattern": r"^\+[1-9]\d{6,14}$"},
                    "email": {"pattern": "@"},
                },
                "minProperties": 1,
            },
            "signUpSourceId": {"const": SOURCE},
        }
    }
)
"""The requirements that the document states only in its text: characters of names, numbers in E.164."""


@dataclass
class Attentive:
    """The data of the account, and how the twin should behave."""

    url: str = ""
    key: str = KEY
    events: dict[str, dict[str, Any]] = field(default_factory=dict)
    """Events by external id; a second one with the same id is dropped."""
    attributes: dict[str, dict[str, Any]] = field(default_factory=dict)
    """Custom attributes by address."""
    subscribed: set[str] = field(default_factory=set)
    """The subscribed addresses."""
    greeted: list[str] = field(default_factory=list)
    """Addresses in the order of their subscription calls: each call sends a text message, even to existing
    subscribers.
    """
    answers: list[int] = field(default_factory=list)
    """Statuses of the next responses; 0: it does what is requested, and the connection breaks."""

    def answer(
        self, method: str, target: str, headers: dict[str, str], raw: bytes
    ) -> Answer | None:
        """Return status, body and headers; None breaks the connection."""
        status = self.answers.pop(0) if self.answers else 200
        if status >= 400:
            return status, {"message": "It went wrong."}, {"retry-after": "7"}
        if headers.get("authorization") != f"Bearer {self.key}":
            return 401, {"message": f"Unauthorized: {headers.get('authorization')}"}, {}
        where = urlsplit(target)
        done = (
            self._read(where.path, dict(parse_qsl(where.query)))
            if method == "GET"
            else self._write(where.path, raw)
        )
        return None if status == 0 else (*done, {})

    def _read(self, path: str, query: dict[str, str]) -> tuple[int, Any]:
        if set(query) - set(_SPEC.get(f"GET {path}", ())):
            return 400, {"message": f"unknown parameters: {sorted(query)}"}
        if path == "/v1/me":
            return 200, {"companyName": "Harbor Coffee", "attentiveDomainName": "harbor.attn.tv"}
        if path != "/v1/subscriptions":
            return 404, {"message": "no such question"}
        found = [
            {
                "subscription": {
                    "type": "MARKETING",
                    "channel": "TEXT" if kind == "phone" else "EMAIL",
                },
                "eligibility": {"isEligible": address in self.subscribed},
            }
            for kind, address in query.items()
        ]
        return 200, {"subscriptionEligibilities": found}

    def _write(self, path: str, raw: bytes) -> tuple[int, Any]:
        if path not in _JUDGES:
            return 404, {"message": "no such resource"}
        body = orjson.loads(raw)
        wrong = [it.message for judge in (_JUDGES[path], _TEXT) for it in judge.iter_errors(body)]
        if path == "/v1/subscriptions" and not {"signUpSourceId", "locale"} & set(body):
            wrong.append("signUpSourceId is required if locale is not present")
        if wrong:
            return 400, {"message": "; ".join(wrong)}
        addresses = list(body["user"].values())
        if path == "/v1/events/custom":
            self.events.setdefault(body["externalEventId"], body)
            return 200, None
        if path == "/v1/attributes/custom":
            for it in addresses:
                self.attributes[it] = self.attributes.get(it, {}) | body["properties"]
            return 200, None
        if path == "/v1/subscriptions":
            self.greeted += addresses
            self.subscribed |= set(addresses)
            return 202, {"user": body["user"], "subscriptionResponses": []}
        if not body.get("notification", {}).get("disabled"):
            self.greeted += [it for it in addresses if re.match(r"\+\d", it)]
        self.subscribed -= set(addresses)
        return 202, {"user": body["user"], "subscriptionResponses": []}


@contextmanager
def attentive_twin() -> Iterator[Attentive]:
    """Run a twin until the block ends."""
    twin = Attentive()
    with on_loopback(twin.answer) as twin.url:
        yield twin
