"""What an organisation's text messages come from, and how many of them a second."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from sqlalchemy.orm import Session

from api.domains.messaging.senders.countries import rule_of
from api.domains.messaging.senders.repository import (
    NameRepository,
    NumberRepository,
    ServiceRepository,
    use_sender,
)

INBOUND_PATH = "/v1/twilio/inbound"
"""Where a provider reports messages to our numbers."""
RESTED = timedelta(seconds=10)
"""After a rest of this time a sender takes the messages of this time at once."""
LOOKS_AGAIN = timedelta(seconds=5)
"""When it is looked again for messages that waited for the rate of their sender."""


@dataclass(frozen=True, slots=True)
class TextSender:
    """What text messages come from, in the order in which it is tried: the name of the receiver's country, the messaging
    service, the number, and what the installation sends by.
    """

    number: str | None = None
    service: str | None = None
    names: Mapping[str, str] = field(default_factory=dict)
    """By country (ISO 3166-1 alpha-2); those that may be used."""
    per_second: int | None = None
    """Segments a second of all of these together; None without a limit."""

    @property
    def key(self) -> str:
        """What the limit is of."""
        return self.service or self.number or "installation"


def text_sender_of(
    session: Session, org_id: str, installation_per_second: int | None = None
) -> TextSender:
    """What text messages of an organisation come from: its messaging service, else the number chosen to send from, else
    its oldest, else what the installation sends by.
    """
    numbers = NumberRepository(session).list_all(org_id)
    service = ServiceRepository(session).find(org_id)
    names = {
        it.country: it.name
        for it in NameRepository(session).list_all(org_id)
        if is_usable(it.country, is_registered=it.is_registered)
    }
    number = numbers[0] if numbers else None
    if service is not None and any(it.in_service for it in numbers):
        return TextSender(
            number.phone if number else None, service.provider_id, names, service.per_second
        )
    if number is not None:
        return TextSender(number.phone, None, names, number.per_second)
    return TextSender(names=names, per_second=installation_per_second)


def is_usable(country: str, *, is_registered: bool) -> bool:
    """Whether messages to a country may come from a name."""
    rule = rule_of(country)
    return rule == "free" or (rule == "registered" and is_registered)


def take_segments(session: Session, sender: TextSender, wanted: int, now: datetime) -> int:
    """How many of so many segments a sender may send now; they count as sent. Everybody who sends by it waits in turn."""
    if sender.per_second is None:
        return wanted
    return use_sender(session, sender.key, sender.per_second, wanted, now)


def count_segments(session: Session, sender: TextSender, more: int, now: datetime) -> None:
    """Count segments besides those that were taken, or give some back."""
    if sender.per_second is not None and more:
        use_sender(session, sender.key, sender.per_second, more, now, all_of_them=True)
