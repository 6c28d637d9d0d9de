"""Twins of Google's Measurement Protocol and of Meta's Conversions API on loopback: they store events and validate the
requests.

The checks follow https://developers.google.com/analytics/devguides/collection/protocol/ga4/sending-events (limits,
reserved names) and https://developers.facebook.com/docs/marketing-api/conversions-api/parameters/v25.0.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import jsonschema_rs
import orjson

from tests.twins.loopback import Answer, on_loopback

MEASUREMENT_ID, API_SECRET = "G-AB12CD34EF", "ga4-secret-0123456789"
DATASET, TOKEN = "123456789012345", "EAAB-meta-token-0123456789"
_HASH = {"type": "string", "pattern": "^[0-9a-f]{64}$"}
_HASHES = {"type": "array", "items": _HASH, "minItems": 1}
_RESERVED = [
    "ad_click",
    "ad_exposure",
    "ad_impression",
    "ad_query",
    "adunit_exposure",
    "app_clear_data",
    "app_exception",
    "app_install",
    "app_remove",
    "app_store_refund",
    "app_update",
    "app_upgrade",
    "dynamic_link_app_open",
    "error",
    "first_open",
    "first_visit",
    "in_app_purchase",
    "notification_dismiss",
    "notification_foreground",
    "notification_open",
    "os_update",
    "session_start",
    "user_engagement",
]
_GOOGLE = jsonschema_rs.validator_for(
    {
        "type": "object",
        "required": ["client_id", "events"],
        "additionalProperties": False,
        "properties": {
            "client_id": {"type": "string", "minLength": 1},
            "user_id": {"type": "string", "maxLength": 256},
            "timestamp_micros": {"type": "integer"},
            "consent": {
                "type": "object",
                "additionalProperties": False,
                "properties": {
                    name: {"enum": ["GRANTED", "DENIED"]}
                    for name in ("ad_user_data", "ad_personalization")
                },
            },
            "user_properties": {
                "type": "object",
                "maxProperties": 25,
                "propertyNames": {"maxLength": 24, "pattern": r"^(?!google_|ga_|firebase_)"},
                "additionalProperties": {
                    "type": "object",
                    "properties": {"value": {"type": ["string", "number"], "maxLength": 36}},
                },
            },
            "user_data": {
                "type": "object",
                "additionalProperties": False,
                "properties": {"sha256_email_address": _HASH, "sha256_phone_number": _HASH},
            },
            "events": {
                "type": "array",
                "maxItems": 25,
                "items": {
                    "type": "object",
                    "required": ["name"],
                    "additionalProperties": False,
                    "properties": {
                        "name": {
                            "type": "string",
                            "pattern": "^[A-Za-z][A-Za-z0-9_]{0,39}$",
                            "not": {"enum": _RESERVED},
                        },
                        "params": {
                            "type": "object",
                            "maxProperties": 25,
                            "propertyNames": {"maxLength": 40},
                            "additionalProperties": {
                                "type": ["string", "number", "boolean"],
                                "maxLength": 100,
                            },
                        },
                    },
                },
            },
        },
    }
)
_META = jsonschema_rs.validator_for(
    {
        "type": "object",
        "required": ["data"],
        "additionalProperties": False,
        "properties": {
            "test_event_code": {"type": "string"},
            "data": {
                "type": "array",
                "minItems": 1,
                "maxItems": 1000,
                "items": {
                    "type": "object",
                    "required": ["event_name", "event_time", "user_data", "action_source"],
                    "additionalProperties": False,
                    "properties": {
                        "event_name": {"type": "string", "minLength": 1},
                        "event_time": {"type": "integer"},
                        "event_id": {"type": "string"},
                        "action_source": {
                            "enum": [
                                "email",
                                "website",
                                "app",
                                "phone_call",
                                "chat",
                                "physical_store",
                                "system_generated",
                                "business_messaging",
                                "other",
                            ]
                        },
                        "user_data": {
                            "type": "object",
                            "minProperties": 1,
                            "additionalProperties": False,
                            "properties": dict.fromkeys(
                                ("em", "ph", "fn", "ln", "external_id"), _HASHES
                            ),
                        },
                        "custom_data": {
                            "type": "object",
                            "properties": {
                                "currency": {"type": "string", "pattern": "^[A-Z]{3}$"},
                                "value": {"type": "number"},
                                "order_id": {"type": "string"},
                            },
                        },
                    },
                },
            },
        },
    }
)


@dataclass
class Conversions:
    """What both received, and how the twins should behave."""

    url: str = ""
    google: list[dict[str, Any]] = field(default_factory=list)
    """The request bodies that were counted."""
    meta: dict[str, dict[str, Any]] = field(default_factory=dict)
    """Events by `event_name` and `event_id`; a second one with the same pair is dropped."""
    token: str = TOKEN
    answers: list[int] = field(default_factory=list)
    """Statuses of the next responses; 0: it accepts the event, and the connection breaks."""

    def answer(
        self, method: str, target: str, headers: dict[str, str], raw: bytes
    ) -> Answer | None:
        """Return status, body and headers; None breaks the connection."""
        where, status = urlsplit(target), self.answers.pop(0) if self.answers else 200
        if status >= 400:
            return status, {"error": {"code": 2, "message": "It went wrong."}}, {}
        body = orjson.loads(raw) if raw else {}
        done = (
            self._google(where.path, dict(parse_qsl(where.query)), body)
            if where.path.endswith("/mp/collect")
            else self._meta(method, where.path, headers, body)
        )
        return None if status == 0 else (*done, {})

    def _google(self, path: str, query: dict[str, str], body: Any) -> tuple[int, Any]:
        wrong = [it.message for it in _GOOGLE.iter_errors(body)]
        if path.startswith("/debug"):
            return 200, {"validationMessages": [{"description": it} for it in wrong]}
        is_known = query == {"measurement_id": MEASUREMENT_ID, "api_secret": API_SECRET}
        is_new = body.get("timestamp_micros", 0) > (time.time() - 72 * 3600) * 1e6
        if is_known and is_new and not wrong:  # Google does not report what it drops
            self.google.append(body)
        return 204, None

    def _meta(self, method: str, path: str, headers: dict[str, str], body: Any) -> tuple[int, Any]:
        if headers.get("authorization") != f"Bearer {self.token}":
            error = {"code": 190, "message": f"Invalid token {headers.get('authorization')}"}
            return 400, {"error": error}
        if method == "GET":
            return 200, {"id": DATASET, "name": "Harbor Coffee"}
        wrong = [it.message for it in _META.iter_errors(body)]
        if path != f"/v25.0/{DATASET}/events" or wrong:
            return 400, {"error": {"code": 100, "message": "; ".join(wrong) or "no such path"}}
        for it in body["data"]:
            if not time.time() - 7 * 86400 < it["event_time"] < time.time() + 60:
                return 400, {"error": {"code": 100, "message": "event_time"}}
            self.meta.setdefault(f"{it['event_name']} {it['event_id']}", it)
        return 200, {"events_received": len(body["data"])}


@contextmanager
def conversions_twin() -> Iterator[Conversions]:
    """Run both twins until the block ends."""
    twin = Conversions()
    with on_loopback(twin.answer) as url:
        twin.url = url
        yield twin
