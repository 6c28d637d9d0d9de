"""The contact policy, which every sender checks before it sends something to a person."""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime, timedelta
from functools import partial
from typing import NamedTuple

from sqlalchemy.orm import Session

from api.auth.tenants import organization_of
from api.domains.people.consents.country_hours import RULES
from api.domains.people.consents.many_reading import ContactPair, ManyPeople, Profile
from api.domains.people.consents.models import ContactRules
from api.domains.people.consents.quiet_hours import QuietHours, QuietRule, first_allowed
from api.domains.people.consents.repository import ConsentRepository
from api.domains.people.consents.service import ConsentPerson, ConsentService
from api.domains.people.consents.types import (
    ADDRESS_OF,
    ASKED_PURPOSES,
    NOTHING,
    Channel,
    ContactDecision,
    Purpose,
    Refusal,
    Standing,
)
from api.domains.people.consents.zones import PersonZones, country_of_phone
from api.domains.people.customers.errors import CustomerNotFound
from api.domains.people.customers.service import CustomerService

NEVER = timedelta(days=9)
"""The time to wait before the next check if the rules leave no allowed time at all."""


class QuietRules(NamedTuple):
    """The applicable quiet hours: the organisation's own for everybody and, with `by_country`, also those of the
    country of a person's number for advertising by text message.
    """

    own: QuietHours | None
    by_country: bool = False

    @property
    def are_any(self) -> bool:
        """Whether there are any quiet hours for anybody."""
        return self.own is not None or self.by_country

    def of(
        self, channel: Channel, purpose: Purpose, phone: Callable[[], str | None]
    ) -> list[QuietRule]:
        """Return the rules for a message to a person with this number."""
        rules = [QuietRule(self.own)] if self.own is not None else []
        if self.by_country and purpose == "marketing" and ADDRESS_OF.get(channel) == "phone":
            country = RULES.get(country_of_phone(phone() or ""))
            if country is not None:
                rules.append(QuietRule(country.hours, country.days))
        return rules


class ContactPolicy:
    """Decides whether an organisation may contact people, through one session."""

    def __init__(
        self, session: Session, customers: CustomerService, consents: ConsentService
    ) -> None:
        self._session = session
        self._customers = customers
        self._consents = consents
        self._entries = ConsentRepository(session)

    def may_contact(
        self, org_id: str, customer_id: str, channel: Channel, purpose: Purpose, moment: datetime
    ) -> ContactDecision:
        """Decide whether something may be sent to a customer at a point in time. Returns the address, or the first
        reason against it.

        A merged profile is refused, so that nobody is sent the same thing twice; the decision names the kept one.
        """
        try:
            person = self._consents.person(org_id, customer_id)
        except CustomerNotFound:
            return ContactDecision(allowed=False, reason="gone")
        kept_id = person.customer_id
        if kept_id != customer_id:
            return ContactDecision(allowed=False, reason="merged", customer_id=kept_id)
        standing = self._consents.standings(person, moment).get((channel, purpose), NOTHING)
        address = self._address(person, channel)
        reason = self._refusal(person, channel, purpose, standing, address)
        if reason is not None:
            return ContactDecision(allowed=False, reason=reason, customer_id=kept_id)
        if purpose in ASKED_PURPOSES:
            not_before = self._end_of_quiet(person, channel, purpose, moment)
            if not_before is not None:
                return ContactDecision(
                    allowed=False, reason="quiet_hours", customer_id=kept_id, not_before=not_before
                )
        return ContactDecision(
            allowed=True,
            customer_id=kept_id,
            address=address,
            entry_id=standing.entry_id,
        )

    def may_contact_many(
        self,
        org_id: str,
        pairs: Iterable[ContactPair],
        moment: datetime,
        profiles: Mapping[str, Profile] | None = None,
    ) -> dict[ContactPair, ContactDecision]:
        """Return the decisions of `may_contact` for many people, with a few statements. `profiles` has all these
        profiles if they were already read.
        """
        wanted = list(dict.fromkeys(pairs))
        people = ManyPeople(self._session, org_id)
        found = people.profiles(it.customer_id for it in wanted) if profiles is None else profiles
        kept = [it for it in found.values() if it.kept_id == it.customer_id]
        asked = {(it.channel, it.purpose) for it in wanted}
        held = people.standings(kept, asked, moment) if kept else {}
        suppressed = people.suppressed(
            it.index_of(channel) for it in kept for channel in {topic[0] for topic in asked}
        )
        quiet = self.quiet_rules(org_id)
        zones = PersonZones(organization_of(self._session, org_id).time_zone, moment)
        decisions = {}
        for pair in wanted:
            person = found.get(pair.customer_id)
            if person is None:
                decisions[pair] = ContactDecision(allowed=False, reason="gone")
                continue
            kept_id = person.kept_id
            if kept_id != pair.customer_id:
                decisions[pair] = ContactDecision(
                    allowed=False, reason="merged", customer_id=kept_id
                )
                continue
            topic = (pair.channel, pair.purpose)
            standing = held.get(kept_id, {}).get(topic, NOTHING)
            address = self._unsealed(person, pair.channel)
            index = person.index_of(pair.channel)
            reason = refusal(
                *topic, standing, has_address=address is not None, is_suppressed=index in suppressed
            )
            not_before = None
            if reason is None and pair.purpose in ASKED_PURPOSES and quiet.are_any:
                phone = partial(self._unsealed, person, "sms")
                rules = quiet.of(pair.channel, pair.purpose, phone)
                zone = zones.of(person.time_zone, phone, person.seen_time_zone)
                first = first_allowed(moment, rules, zone) or moment + NEVER
                if first > moment:
                    reason, not_before = "quiet_hours", first
            decisions[pair] = (
                ContactDecision(
                    allowed=True,
                    customer_id=kept_id,
                    address=address,
                    entry_id=standing.entry_id,
                )
                if reason is None
                else ContactDecision(
                    allowed=False, reason=reason, customer_id=kept_id, not_before=not_before
                )
            )
        return decisions

    def _unsealed(self, person: Profile, channel: Channel) -> str | None:
        sealed = person.sealed(channel)
        if sealed is None:
            return None
        content = self._customers.sealer.unseal(person.sealing_key, sealed)
        return content.decode() if content is not None else None

    def quiet_hours(self, org_id: str) -> QuietHours | None:
        """Return the organisation's quiet hours, if it has any."""
        return hours_in(self._entries.rules(org_id))

    def _refusal(
        self,
        person: ConsentPerson,
        channel: Channel,
        purpose: Purpose,
        standing: Standing,
        address: str | None,
    ) -> Refusal | None:
        index = person.index(channel)
        return refusal(
            channel,
            purpose,
            standing,
            has_address=address is not None,
            is_suppressed=index is not None and self._entries.is_suppressed(person.org_id, index),
        )

    def quiet_rules(self, org_id: str) -> QuietRules:
        """Return the quiet rules: the organisation's hours, and those of countries if it respects them."""
        rules = self._entries.rules(org_id)
        return QuietRules(hours_in(rules), by_country=rules is not None and rules.by_country)

    def _end_of_quiet(
        self, person: ConsentPerson, channel: Channel, purpose: Purpose, moment: datetime
    ) -> datetime | None:
        """Return the first moment outside of a person's quiet hours, or None if this one already is."""
        quiet = self.quiet_rules(person.org_id)
        if not quiet.are_any:
            return None
        profile = ManyPeople(self._session, person.org_id).profiles([person.customer_id])
        found = profile[person.customer_id]
        phone = partial(self._unsealed, found, "sms")
        zones = PersonZones(organization_of(self._session, person.org_id).time_zone, moment)
        zone = zones.of(person.time_zone, phone, found.seen_time_zone)
        rules = quiet.of(channel, purpose, phone)
        first = first_allowed(moment, rules, zone) or moment + NEVER
        return first if first > moment else None

    def _address(self, person: ConsentPerson, channel: Channel) -> str | None:
        kind = ADDRESS_OF.get(channel)
        if kind is None:
            return None
        customer = self._customers.get(person.org_id, person.customer_id)
        address: str | None = getattr(self._customers.contacts(customer), kind)
        return address


def refusal(
    channel: Channel,
    purpose: Purpose,
    standing: Standing,
    *,
    has_address: bool,
    is_suppressed: bool,
) -> Refusal | None:
    """Return the first reason against sending to a person, except quiet hours, or None if there is none."""
    if channel in ADDRESS_OF and not has_address:
        return "no_address"
    if is_suppressed:
        return "suppressed"
    if standing.state == "withdrawn":
        return "pending" if standing.pending else "withdrawn"
    if standing.state == "given" or purpose not in ASKED_PURPOSES:
        return None
    if standing.pending:
        return "pending"
    return "other_address" if standing.is_other_address else "no_consent"


def hours_in(rules: ContactRules | None) -> QuietHours | None:
    """Return the quiet hours of a row."""
    if rules is None or rules.quiet_from is None or rules.quiet_until is None:
        return None
    return QuietHours(rules.quiet_from, rules.quiet_until)
