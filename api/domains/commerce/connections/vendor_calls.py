"""Requests for single vendors: points at Yotpo, and custom events for Attentive."""

from collections.abc import Callable
from datetime import datetime
from uuid import UUID

from sqlalchemy.orm import Session

from api.auth.member import Member
from api.domains.commerce.connections.errors import invalid
from api.domains.commerce.connections.people import People
from api.domains.commerce.connections.vendor_requests import VendorRequests
from api.domains.commerce.connections.vendor_schemas import (
    AttentiveEventSent,
    NotSentBecause,
    SendAttentiveEvent,
    YotpoPoints,
)
from api.domains.people.customers.contacts import (
    normalised_email,
    normalised_phone,
    region_of,
)
from api.integrations.connector import points, tracking
from api.integrations.ports.connector import Person


class VendorCallService:
    """Requests to single vendors, in a handler's session."""

    def __init__(
        self,
        session: Session,
        asking: VendorRequests,
        now: datetime,
        new_event_id: Callable[[], UUID],
    ) -> None:
        self._session = session
        self._asking = asking
        self._now = now
        self._new_event_id = new_event_id

    def points(self, org_id: str, text: str) -> YotpoPoints:
        """Return a customer's points at Yotpo; zero if Yotpo does not know the address.

        Raises:
            Invalid: the text is not an email address.
            NotConnected: Yotpo is not connected.
        """
        email = _email(text)
        vendor = points(self._asking.settings)
        row = self._asking.find(org_id, "yotpo")
        found = self._asking.ask(row, lambda credentials: vendor.points(credentials, email))
        if found is None:
            return YotpoPoints(email=email, has_account=False, points=0, points_earned=0, tier="")
        return YotpoPoints(
            email=email,
            has_account=True,
            points=found.balance,
            points_earned=found.earned,
            tier=found.tier,
        )

    def track(self, me: Member, body: SendAttentiveEvent) -> AttentiveEventSent:
        """Send an event to Attentive if its customer is known and agreed to marketing.

        Raises:
            Invalid: the email address or phone number is missing or wrong, or Attentive refuses the event.
            NotConnected: Attentive is not connected.
        """
        row = self._asking.find(me.org_id, "attentive")
        people = People(self._session, self._asking.settings, me.org_id, self._now)
        person = people.named(*_contacts(me, body))
        event_id, at = body.event_id or self._new_event_id(), body.occurred_at or self._now
        reason = _reason_not_to(person)
        if person is not None and reason is None:
            vendor, text, more = tracking(self._asking.settings), body.type, body.properties
            self._asking.ask(
                row,
                lambda keys: vendor.track(keys, person, text, more, str(event_id), at),
                purpose="delivery",
                events=1,
            )
        return AttentiveEventSent(
            sent=reason is None, reason=reason, event_id=event_id, occurred_at=at
        )


def _reason_not_to(person: Person | None) -> NotSentBecause | None:
    if person is None:
        return "unknown_customer"
    is_agreed = (person.may_email and person.email) or (person.may_text and person.phone)
    return None if is_agreed else "no_consent"


def _contacts(me: Member, body: SendAttentiveEvent) -> tuple[str | None, str | None]:
    """Return the email address and the phone number in their normal forms.

    Raises:
        Invalid: one of them is wrong, or both are missing.
    """
    if body.email is None and body.phone is None:
        raise invalid("email", "or phone is required.", "missing")
    phone = None
    if body.phone is not None:
        phone = normalised_phone(body.phone, region_of(me.locale))
        if phone is None:
            raise invalid("phone", "is not a valid phone number.", "invalid_phone")
    return (_email(body.email) if body.email is not None else None), phone


def _email(text: str) -> str:
    """Return an email address in its normal form. Raises Invalid."""
    email = normalised_email(text)
    if email is None:
        raise invalid("email", "is not a valid email address.", "invalid_email")
    return email
