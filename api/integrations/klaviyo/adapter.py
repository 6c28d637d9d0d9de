"""Klaviyo: events with their people, and consents; lists and segments to choose from.

Only people who agreed to marketing by email or text message are sent there, with the address of the channel to which
they agreed. https://developers.klaviyo.com/en/reference/create_event
"""

from collections.abc import Sequence
from typing import Any, Literal

from api.integrations.klaviyo.client import KlaviyoClient
from api.integrations.klaviyo.config import KlaviyoConnection, KlaviyoSettings
from api.integrations.mapping import ProfileField, event_name, mapped_profile
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
    VendorGroup,
)
from api.integrations.vendor_http import Plan
from api.kit.currencies import amount_of

SERVICE = "waypost"
SOURCE = "Waypost"
CHANNELS = {"email": "email", "phone_number": "sms"}
USUAL: dict[ProfileField, str] = {"first_name": "first_name", "last_name": "last_name"}
_ATTRIBUTES = {"first_name", "last_name", "external_id", "locale", "organization", "title"}
"""https://developers.klaviyo.com/en/reference/create_event"""


class Klaviyo(KeyConnector):
    """Connects to accounts at Klaviyo."""

    def __init__(self, settings: KlaviyoSettings, plan: Plan | None = None) -> None:
        self._settings = settings
        self._plan = plan

    def check(self, credentials: Credentials, settings: ConnectionSettings) -> Account:  # noqa: ARG002
        """Return the account to which a key belongs."""
        found = self._client(credentials).get("/api/accounts")["data"][0]
        contact = (found.get("attributes") or {}).get("contact_information") or {}
        return Account(contact.get("organization_name") or found["id"])

    def send(
        self,
        credentials: Credentials,
        settings: ConnectionSettings,
        deliveries: Sequence[Delivery],
    ) -> list[Receipt]:
        """Send the events of people who agreed. A form also records their consent."""
        assert isinstance(settings, KlaviyoConnection)
        client = self._client(credentials)
        return [self._send(client, settings, it) for it in deliveries]

    def groups(
        self, credentials: Credentials, kind: Literal["list", "segment"]
    ) -> list[VendorGroup]:
        """Return the lists or segments, sorted by name."""
        path = "/api/lists" if kind == "list" else "/api/segments"
        query = {f"fields[{kind}]": "name"}
        found = [
            VendorGroup(it["id"], it["attributes"]["name"])
            for it in self._client(credentials).pages(path, query)
        ]
        return sorted(found, key=lambda it: it.name.casefold())

    def create_list(self, credentials: Credentials, name: str) -> VendorGroup:
        """Create a list."""
        made = self._client(credentials).post(
            "/api/lists", {"type": "list", "attributes": {"name": name}}
        )["data"]
        return VendorGroup(made["id"], made["attributes"]["name"])

    def _client(self, credentials: Credentials) -> KlaviyoClient:
        return KlaviyoClient(self._settings, credentials["api_key"], self._plan)

    def _send(self, client: KlaviyoClient, settings: KlaviyoConnection, it: Delivery) -> Receipt:
        person = it.person
        if person is None:
            return Receipt("skipped", text="It belongs to no customer.")
        if it.kind == WITHDRAWAL:
            return _unsubscribe(client, it)
        contacts = agreed_contacts(person, phone="phone_number")
        if not contacts:
            return Receipt("skipped", text="They did not agree to marketing.")
        if it.kind == "submit":
            client.post(
                "/api/profile-subscription-bulk-create-jobs", _subscription(contacts, settings)
            )
        client.post("/api/events", _event(it, person, contacts, settings))
        return Receipt("delivered", 202)


def _unsubscribe(client: KlaviyoClient, it: Delivery) -> Receipt:
    """Report a withdrawal of consent."""
    contact = ended_contact(it, phone="phone_number")
    if not contact:
        return Receipt("skipped", text="There is no address, or a new yes.")
    (name,) = contact
    no = {"marketing": {"consent": "UNSUBSCRIBED"}}
    attributes = {**contact, "subscriptions": {CHANNELS[name]: no}}
    job = {
        "type": "profile-subscription-bulk-delete-job",
        "attributes": {"profiles": {"data": [{"type": "profile", "attributes": attributes}]}},
    }
    client.post("/api/profile-subscription-bulk-delete-jobs", job)
    return Receipt("delivered", 202)


def _profile(
    person: Person, contacts: dict[str, str], settings: KlaviyoConnection
) -> dict[str, Any]:
    """Return a profile: the fields that Klaviyo has, and the rest as properties."""
    found = mapped_profile(person, settings, USUAL)
    attributes: dict[str, Any] = {name: it for name, it in found.items() if name in _ATTRIBUTES}
    more = {name: it for name, it in found.items() if name not in _ATTRIBUTES}
    if more:
        attributes["properties"] = more
    return {"type": "profile", "attributes": {**attributes, **contacts}}


def _event(
    it: Delivery, person: Person, contacts: dict[str, str], settings: KlaviyoConnection
) -> dict[str, Any]:
    """Return an event; because of its `unique_id`, Klaviyo drops duplicates."""
    attributes: dict[str, Any] = {
        "unique_id": it.event_id,
        "time": it.occurred_at.isoformat(),
        "properties": event_properties(it),
        "metric": {
            "data": {
                "type": "metric",
                "attributes": {
                    "name": event_name(it.kind, settings, EVENT_NAMES),
                    "service": SERVICE,
                },
            }
        },
        "profile": {"data": _profile(person, contacts, settings)},
    }
    if it.kind == "order":
        details = it.body["data"]["details"]
        attributes["value"] = float(amount_of(details["amount_cents"], details["currency"]))
        attributes["value_currency"] = details["currency"]
    return {"type": "event", "attributes": attributes}


def _subscription(contacts: dict[str, str], settings: KlaviyoConnection) -> dict[str, Any]:
    """Return a subscription that states a person's consent, for the channels to which they agreed."""
    yes = {"marketing": {"consent": "SUBSCRIBED"}}
    job: dict[str, Any] = {
        "type": "profile-subscription-bulk-create-job",
        "attributes": {
            "custom_source": SOURCE,
            "profiles": {
                "data": [
                    {
                        "type": "profile",
                        "attributes": {
                            **contacts,
                            "subscriptions": {CHANNELS[name]: yes for name in contacts},
                        },
                    }
                ]
            },
        },
    }
    if settings.list_id:
        job["relationships"] = {"list": {"data": {"type": "list", "id": settings.list_id}}}
    return job
