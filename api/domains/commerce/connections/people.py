"""The customers of events, read at the time of sending with their current data and consents."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

import orjson
from sqlalchemy.orm import Session

from api.domains.people.consents.dependencies import policy_of
from api.domains.people.consents.many_reading import ContactPair, ManyPeople
from api.domains.people.consents.types import Channel, ContactDecision
from api.domains.people.customers.errors import CustomerNotFound
from api.domains.people.customers.sealing import Sealer
from api.domains.people.customers.service import CustomerService
from api.integrations.ports.connector import Person
from api.kit.ids import new_id
from runtime.settings import Settings


class People:
    """Customers of one organisation, read in one session."""

    def __init__(self, session: Session, settings: Settings, org_id: str, now: datetime) -> None:
        self._session = session
        self._settings = settings
        self._org_id = org_id
        self._now = now
        self._sealer = Sealer.of(settings)
        self._customers = CustomerService(session, self._sealer, now, new_id)

    def find(self, customer_ids: Iterable[str]) -> dict[str, Person]:
        """Return people by ID. For a merged profile, it is the profile into which it was merged; erased people are left
        out.
        """
        wanted = set(customer_ids)
        profiles = ManyPeople(self._session, self._org_id).profiles(wanted)
        kept_ids = {it.kept_id for it in profiles.values()}
        agreed = self._agreed(kept_ids)
        people = {}
        for kept_id in kept_ids:
            try:
                customer = self._customers.get(self._org_id, kept_id)
            except CustomerNotFound:
                continue
            contacts = self._customers.contacts(customer)
            people[kept_id] = Person(
                customer_id=kept_id,
                email=contacts.email,
                phone=contacts.phone,
                first_name=customer.first_name,
                last_name=customer.last_name,
                language=customer.language,
                birthday=customer.birthday,
                time_zone=customer.time_zone,
                source=customer.source,
                may_email=(kept_id, "email") in agreed,
                may_text=(kept_id, "sms") in agreed,
            )
        return {
            it: people[profile.kept_id]
            for it, profile in profiles.items()
            if profile.kept_id in people
        }

    def named(self, email: str | None, phone: str | None) -> Person | None:
        """Return the customer with this normalised email address, otherwise the one with this number; None if there is
        none.
        """
        found = self._customers.find(self._org_id, email=email, phone=phone)
        return self.find([found.customer_id]).get(found.customer_id) if found is not None else None

    def answers(self, customer_id: str, sealed: str) -> Mapping[str, str]:
        """Return a customer's answers in a form, by field; empty if the customer has been erased."""
        profile = self._customers.find_profile(self._org_id, customer_id)
        content = self._sealer.unseal(profile.sealing_key if profile else None, sealed)
        if content is None:
            return {}
        found: dict[str, Any] = orjson.loads(content)
        return {name: _text(it) for name, it in found.items()}

    def _agreed(self, kept_ids: Iterable[str]) -> set[tuple[str, Channel]]:
        """Return who agreed to marketing, and by which channel."""
        channels: tuple[Channel, ...] = ("email", "sms")
        pairs = [ContactPair(it, channel, "marketing") for it in kept_ids for channel in channels]
        decisions = policy_of(self._session, self._settings, self._now).may_contact_many(
            self._org_id, pairs, self._now
        )
        return {
            (it.customer_id, it.channel) for it, decision in decisions.items() if _is_yes(decision)
        }


def _is_yes(decision: ContactDecision) -> bool:
    """The vendor applies its own quiet hours, so a yes at night is still a yes."""
    return decision.allowed or decision.reason == "quiet_hours"


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(_text(it) for it in value)
    return "" if value is None else str(value)
