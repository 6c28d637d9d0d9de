"""Google Analytics 4: server-side events of people who agreed to marketing.

https://developers.google.com/analytics/devguides/collection/protocol/ga4/sending-events
"""

import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from api.integrations.google_analytics.config import (
    GoogleAnalyticsConnection,
    GoogleAnalyticsSettings,
)
from api.integrations.mapping import event_name, hashed, hashed_email, hashed_phone, mapped_profile
from api.integrations.marketing_events import agreed_contacts, event_properties, is_withdrawal
from api.integrations.ports.connector import (
    Account,
    ConnectionSettings,
    Credentials,
    Delivery,
    KeyConnector,
    Person,
    Receipt,
    RequestRefused,
)
from api.integrations.vendor_http import Plan, VendorHttp
from api.kit.currencies import amount_of

EVENT_NAMES = {
    "scan": "code_scan",
    "view": "code_page_view",
    "submit": "generate_lead",
    "vote": "vote",
    "play": "play_game",
    "redemption": "redeem",
    "order": "purchase",
    "award": "earn_reward",
}
MOST_AGE = timedelta(hours=72)
MOST_PARAMETERS, LONGEST_NAME, LONGEST_VALUE = 25, 40, 100
_MEASUREMENT_ID = re.compile(r"G-[A-Z0-9]{4,20}")


class GoogleAnalytics(KeyConnector):
    """Connects to data streams of Google Analytics 4."""

    def __init__(self, settings: GoogleAnalyticsSettings, plan: Plan | None = None) -> None:
        self._http = VendorHttp("Google Analytics", settings.base_url, {}, plan=plan)

    def check(self, credentials: Credentials, settings: ConnectionSettings) -> Account:  # noqa: ARG002
        """Have an event validated. Google does not check the secret: with a wrong one, events are accepted and
        dropped.
        """
        measurement_id = credentials["measurement_id"]
        if not _MEASUREMENT_ID.fullmatch(measurement_id):
            raise RequestRefused("A measurement ID is like G-AB12CD34EF.")
        body = {"client_id": "waypost.test", "events": [{"name": "waypost_test", "params": {}}]}
        answer = self._http.request(
            "POST", "/debug/mp/collect", query=_query(credentials), json=body
        )
        messages = answer.get("validationMessages") or []
        if messages:
            raise RequestRefused(" ".join(str(it.get("description")) for it in messages))
        return Account(measurement_id)

    def send(
        self,
        credentials: Credentials,
        settings: ConnectionSettings,
        deliveries: Sequence[Delivery],
    ) -> list[Receipt]:
        """Send the events of people who agreed."""
        assert isinstance(settings, GoogleAnalyticsConnection)
        return [self._send(credentials, settings, it) for it in deliveries]

    def _send(
        self, credentials: Credentials, settings: GoogleAnalyticsConnection, it: Delivery
    ) -> Receipt:
        person = it.person
        if person is None or is_withdrawal(it):
            return Receipt("skipped", text="It belongs to no customer, or is no event.")
        contacts = agreed_contacts(person, phone="phone")
        if not contacts:
            return Receipt("skipped", text="They did not agree to marketing.")
        if datetime.now(UTC) - it.occurred_at > MOST_AGE:
            return Receipt("skipped", text="Google takes no events older than 72 hours.")
        body = _body(it, person, contacts, settings)
        self._http.request("POST", "/mp/collect", query=_query(credentials), json=body)
        return Receipt("delivered", 204)


def _query(credentials: Credentials) -> dict[str, str]:
    return {name: credentials[name] for name in ("measurement_id", "api_secret")}


def _body(
    it: Delivery, person: Person, contacts: dict[str, str], settings: GoogleAnalyticsConnection
) -> dict[str, Any]:
    known = hashed(person.customer_id)
    body: dict[str, Any] = {
        "client_id": f"{int(known[:8], 16)}.{int(known[8:16], 16)}",
        "user_id": known,
        "timestamp_micros": int(it.occurred_at.timestamp() * 1_000_000),
        "consent": {"ad_user_data": "GRANTED", "ad_personalization": "GRANTED"},
        "events": [{"name": _name(it, settings), "params": _parameters(it)}],
    }
    profile = mapped_profile(person, settings, {})
    if profile:
        body["user_properties"] = {
            name[:24]: {"value": value[:36]} for name, value in list(profile.items())[:25]
        }
    if settings.with_user_data:
        user: dict[str, str] = {}
        if "email" in contacts:
            user["sha256_email_address"] = hashed_email(contacts["email"])
        if "phone" in contacts:
            user["sha256_phone_number"] = hashed_phone(contacts["phone"], plus=True)
        body["user_data"] = user
    return body


def _name(it: Delivery, settings: GoogleAnalyticsConnection) -> str:
    name = event_name(it.kind, settings, EVENT_NAMES)
    is_refund = it.kind == "order" and it.body["data"]["details"].get("amount_cents", 0) < 0
    return "refund" if is_refund and name == EVENT_NAMES["order"] else name


def _parameters(it: Delivery) -> dict[str, Any]:
    """Return parameters in Google's format. A purchase counts once for its `transaction_id`."""
    details = it.body["data"]["details"]
    found = {
        name[:LONGEST_NAME]: value[:LONGEST_VALUE] if isinstance(value, str) else value
        for name, value in event_properties(it).items()
        if value is not None
    }
    if it.kind == "order":
        found |= {
            "currency": details["currency"],
            "value": float(amount_of(abs(details["amount_cents"]), details["currency"])),
            "transaction_id": f"{details['source']}-{details['order_id']}"[:LONGEST_VALUE],
        }
    more = {"event_id": it.event_id, "engagement_time_msec": 1}
    return {**dict(list(found.items())[: MOST_PARAMETERS - len(more)]), **more}
