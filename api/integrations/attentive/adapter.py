"""Attentive: events with their people, and subscribers. https://docs.attentivemobile.com/openapi/reference

Only people who agreed to marketing by text message or email are sent there, with the address of the channel to which
they agreed.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from api.integrations.attentive.config import AttentiveConnection, AttentiveSettings
from api.integrations.mapping import event_name, mapped_profile
from api.integrations.marketing_events import (
    EVENT_NAMES,
    WITHDRAWAL,
    agreed_contacts,
    ended_contact,
    event_properties,
)
from api.integrations.ports.connector import (
    Account,
    ConnectionSettings,
    Credentials,
    Delivery,
    KeyConnector,
    Person,
    Receipt,
)
from api.integrations.vendor_http import Plan, VendorHttp

CHANNELS = {"email": "EMAIL", "phone": "TEXT"}


class Attentive(KeyConnector):
    """Connects to accounts at Attentive."""

    def __init__(self, settings: AttentiveSettings, plan: Plan | None = None) -> None:
        self._settings = settings
        self._plan = plan

    def check(self, credentials: Credentials, settings: ConnectionSettings) -> Account:  # noqa: ARG002
        """Return the company to which a key belongs."""
        found = self._http(credentials).request("GET", "/v1/me")
        return Account(found.get("companyName") or found.get("attentiveDomainName") or "")

    def send(
        self,
        credentials: Credentials,
        settings: ConnectionSettings,
        deliveries: Sequence[Delivery],
    ) -> list[Receipt]:
        """Send the events of people who agreed. A form also subscribes them if a sign-up unit is set."""
        assert isinstance(settings, AttentiveConnection)
        http = self._http(credentials)
        return [self._send(http, settings, it) for it in deliveries]

    def track(
        self,
        credentials: Credentials,
        person: Person,
        name: str,
        properties: Mapping[str, Any],
        event_id: str,
        occurred_at: datetime,
    ) -> Receipt:
        """Send one custom event if the person agreed to marketing."""
        user = agreed_contacts(person, phone="phone")
        if not user:
            return Receipt("skipped", text="They did not agree to marketing.")
        event = _event(name, dict(properties), event_id, occurred_at, user)
        self._http(credentials).request("POST", "/v1/events/custom", json=event)
        return Receipt("delivered", 200)

    def _send(self, http: VendorHttp, settings: AttentiveConnection, it: Delivery) -> Receipt:
        if it.person is None:
            return Receipt("skipped", text="It belongs to no customer.")
        if it.kind == WITHDRAWAL:
            return _unsubscribe(http, it)
        user = agreed_contacts(it.person, phone="phone")
        if not user:
            return Receipt("skipped", text="They did not agree to marketing.")
        if it.kind == "submit" and settings.sign_up_source_id:
            self._subscribe(http, settings.sign_up_source_id, user)
        name = event_name(it.kind, settings, EVENT_NAMES)
        properties = {**event_properties(it), **mapped_profile(it.person, settings, {})}
        event = _event(name, properties, it.event_id, it.occurred_at, user)
        http.request("POST", "/v1/events/custom", json=event)
        return Receipt("delivered", 200)

    def _subscribe(self, http: VendorHttp, source: str, user: dict[str, str]) -> None:
        """Subscribe those addresses that are not subscribed yet, because existing subscribers would get a text message
        about it.
        """
        missing = {
            kind: address
            for kind, address in user.items()
            if not _is_subscribed(http, kind, address)
        }
        if missing:
            body = {"user": missing, "signUpSourceId": source}
            http.request("POST", "/v1/subscriptions", json=body)

    def _http(self, credentials: Credentials) -> VendorHttp:
        headers = {"Authorization": f"Bearer {credentials['api_key']}"}
        return VendorHttp(
            "Attentive", self._settings.base_url, headers, detail=_detail, plan=self._plan
        )


def _unsubscribe(http: VendorHttp, it: Delivery) -> Receipt:
    """Report a withdrawal of consent, without a text message about it."""
    user = ended_contact(it, phone="phone")
    if not user:
        return Receipt("skipped", text="There is no address, or a new yes.")
    (name,) = user
    body = {
        "user": user,
        "subscriptions": [{"type": "MARKETING", "channel": CHANNELS[name]}],
        "notification": {"disabled": True},
    }
    http.request("POST", "/v1/subscriptions/unsubscribe", json=body)
    return Receipt("delivered", 202)


def _is_subscribed(http: VendorHttp, kind: str, address: str) -> bool:
    found = http.request("GET", "/v1/subscriptions", query={kind: address})
    return any(
        it["subscription"] == {"type": "MARKETING", "channel": CHANNELS[kind]}
        and (it.get("eligibility") or {}).get("isEligible")
        for it in found.get("subscriptionEligibilities") or []
    )


def _event(
    name: str,
    properties: dict[str, Any],
    event_id: str,
    occurred_at: datetime,
    user: dict[str, str],
) -> dict[str, Any]:
    """Return an event; because of its `externalEventId`, Attentive drops duplicates."""
    return {
        "type": name,
        "externalEventId": event_id,
        "occurredAt": occurred_at.isoformat(),
        "properties": {name: it for name, it in properties.items() if it is not None},
        "user": user,
    }


def _detail(answer: Any) -> str:
    return str(answer.get("message") or answer.get("error") or "")
