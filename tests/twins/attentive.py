"""A twin of Attentive's API on loopback: keeps subscriptions and events, and checks what is sent to it.

The checks are those of Attentive's OpenAPI document (openapi 3.0.3 of https://docs.attentivemobile.com, compared on
2026-11-29) for custom events, custom attributes and subscribers, with unknown fields refused, and of its text where that
says more: characters of names, numbers in E.164.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import jsonschema_rs
import orjson

from tests.twins.loopback import Answer, on_loopback

KEY = "attentive-key-0123456789abcdef"
SOURCE = "sg_1234"
_USER = {
    "type": "object",
    "properties": {
        "phone": {"type": "string", "pattern": r"^\+[1-9]\d{6,14}$"},
        "email": {"type": "string", "pattern": "@"},
    },
    "additionalProperties": False,
    "minProperties": 1,
}
_PROPERTIES = {"type": "object", "propertyNames": {"pattern": r'^[^"{}\[\]\\|]+$'}}
_SUBSCRIPTION = {
    "type": "object",
    "properties": {
        "type": {"enum": ["MARKETING", "TRANSACTIONAL", "CHECKOUT_ABANDONED"]},
        "channel": {"enum": ["TEXT", "EMAIL"]},
    },
    "additionalProperties": False,
}


def _judge(required: list[str], **properties: Any) -> jsonschema_rs.Validator:
    return jsonschema_rs.validator_for(
        {
            "type": "object",
            "required": required,
            "properties": properties,
            "additionalProperties": False,
        }
    )


_JUDGES = {
    "/v1/events/custom": _judge(
        ["type", "user"],
        type={"type": "string", "pattern": r"""^[^"'(){}\[\]\\|,]+$"""},
        properties=_PROPERTIES,
        externalEventId={"type": "string"},
        occurredAt={"type": "string", "pattern": r"(Z|[+-]\d\d:\d\d)$"},
        user=_USER,
    ),
    "/v1/attributes/custom": _judge(["properties", "user"], properties=_PROPERTIES, user=_USER),
    "/v1/subscriptions": _judge(
        ["user", "signUpSourceId"], user=_USER, signUpSourceId={"const": SOURCE}
    ),
    "/v1/subscriptions/unsubscribe": _judge(
        ["user"],
        user=_USER,
        subscriptions={"type": "array", "items": _SUBSCRIPTION},
        notification={"type": "object"},
    ),
}


@dataclass
class Attentive:
    """What the account has, and how the twin shall behave."""

    url: str = ""
    key: str = KEY
    events: dict[str, dict[str, Any]] = field(default_factory=dict)
    """By external id: the second of one id is dropped."""
    attributes: dict[str, dict[str, Any]] = field(default_factory=dict)
    """By address."""
    subscribed: set[str] = field(default_factory=set)
    """Addresses."""
    greeted: list[str] = field(default_factory=list)
    """Addresses that were subscribed: with each, a text message goes out, also to those who are subscribed."""
    answers: list[int] = field(default_factory=list)
    """Statuses of the next answers; 0: it does what is asked, and the line breaks."""

    def answer(
        self, method: str, target: str, headers: dict[str, str], raw: bytes
    ) -> Answer | None:
        """Status, body and headers; None breaks the line."""
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
        wrong = [it.message for it in _JUDGES[path].iter_errors(body)]
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
    """A twin that runs inside the block."""
    twin = Attentive()
    with on_loopback(twin.answer) as twin.url:
        yield twin
