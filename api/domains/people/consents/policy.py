"""The one question that every sender asks before it sends something to a person: may they be contacted?"""

from datetime import datetime
from zoneinfo import ZoneInfo

from sqlalchemy.orm import Session

from api.auth.tenants import organization_of
from api.domains.people.consents.models import ContactRules
from api.domains.people.consents.quiet_hours import QuietHours, end_of_quiet
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
from api.domains.people.customers.errors import CustomerNotFound
from api.domains.people.customers.service import CustomerService
from warehouse.date_ranges import zone_of


class ContactPolicy:
    """Decides for one organisation, through one session."""

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
        """Whether something may be sent to a customer at a moment, and where to; else the first reason why not.

        A merged profile is refused, so that nobody is sent the same thing twice; the answer names the kept one.
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
            not_before = self._end_of_quiet(person, moment)
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

    def quiet_hours(self, org_id: str) -> QuietHours | None:
        """The organisation's quiet hours, if it has some."""
        return hours_in(self._entries.rules(org_id))

    def _refusal(
        self,
        person: ConsentPerson,
        channel: Channel,
        purpose: Purpose,
        standing: Standing,
        address: str | None,
    ) -> Refusal | None:
        if channel in ADDRESS_OF and address is None:
            return "no_address"
        index = person.index(channel)
        if index is not None and self._entries.is_suppressed(person.org_id, index):
            return "suppressed"
        if standing.state == "withdrawn":
            return "pending" if standing.pending else "withdrawn"
        if standing.state == "given" or purpose not in ASKED_PURPOSES:
            return None
        if standing.pending:
            return "pending"
        return "other_address" if standing.is_other_address else "no_consent"

    def _end_of_quiet(self, person: ConsentPerson, moment: datetime) -> datetime | None:
        hours = self.quiet_hours(person.org_id)
        return end_of_quiet(moment, hours, self._zone(person)) if hours is not None else None

    def _zone(self, person: ConsentPerson) -> ZoneInfo:
        return zone_of(person.time_zone or organization_of(self._session, person.org_id).time_zone)

    def _address(self, person: ConsentPerson, channel: Channel) -> str | None:
        kind = ADDRESS_OF.get(channel)
        if kind is None:
            return None
        customer = self._customers.get(person.org_id, person.customer_id)
        address: str | None = getattr(self._customers.contacts(customer), kind)
        return address


def hours_in(rules: ContactRules | None) -> QuietHours | None:
    """The quiet hours of a row."""
    if rules is None or rules.quiet_from is None or rules.quiet_until is None:
        return None
    return QuietHours(rules.quiet_from, rules.quiet_until)
