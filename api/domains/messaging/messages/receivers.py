"""Records what a provider reports about recipients: a late STOP, or an address that accepts no email."""

from datetime import datetime, timedelta

from sqlalchemy.orm import Session

from api.domains.messaging.messages.events import Status
from api.domains.messaging.messages.models import Message
from api.domains.messaging.messages.repository import MessageRepository
from api.domains.people.consents.dependencies import consents_of, suppressions_of
from api.domains.people.consents.types import ADDRESS_OF
from api.domains.people.customers.errors import CustomerNotFound
from runtime.settings import Settings

ANSWERS_WITHIN = timedelta(days=7)
STOPPED = "Answered STOP"
BOUNCED = "Bounced mails"
COMPLAINED = "Complaints"


class Receivers:
    """Records facts about recipients of one organisation, in one session."""

    def __init__(self, session: Session, settings: Settings, now: datetime) -> None:
        self._messages = MessageRepository(session)
        self._now = now
        self._consents = consents_of(session, settings, now)
        self._suppressions = suppressions_of(session, settings, now)

    def opted_out(self, row: Message, reason: str) -> None:
        """Record that the recipient of a text message sent STOP to the provider."""
        if row.customer_id is not None:
            try:
                self._consents.refuse_texts(row.org_id, row.customer_id, reason)
            except CustomerNotFound:
                return
        else:
            self._suppress(row, STOPPED)

    def were_texted(self, org_id: str, address_index: bytes) -> bool:
        """Return whether the organisation has sent or queued a text message to a number, other than a passcode."""
        return bool(self._messages.texts_to(org_id, address_index, 1))

    def wrote_back(self, org_id: str, address_index: bytes, *, is_stop: bool) -> None:
        """Record a reply on the last text message to this person, if that was recent."""
        last = self._messages.last_text_to(org_id, address_index, self._now - ANSWERS_WITHIN)
        if last is not None:
            status: Status = "unsubscribed" if is_stop else "replied"
            self._messages.record(org_id, [(vars(last), status)], self._now)

    def bounced(self, row: Message) -> None:
        """Record that the address permanently accepts no email."""
        self._suppress(row, BOUNCED)

    def complained(self, row: Message) -> None:
        """Record that the recipient marked the email as spam."""
        self._suppress(row, COMPLAINED)

    def _suppress(self, row: Message, name: str) -> None:
        kind = ADDRESS_OF.get(row.channel)  # type: ignore[call-overload]
        if kind is not None and row.address_index is not None:
            self._suppressions.suppress(row.org_id, name, kind, row.address_index)
