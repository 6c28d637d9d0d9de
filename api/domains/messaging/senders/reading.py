"""The senders of an organisation's text messages, and their rate limits."""

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
"""The path at which a provider reports incoming messages to our numbers."""
RESTED = timedelta(seconds=10)
"""A sender that was idle for this long may send the messages of this period at once."""
LOOKS_AGAIN = timedelta(seconds=5)
"""Time after which messages that wait for their sender's rate limit are tried again."""


@dataclass(frozen=True, slots=True)
class TextSender:
    """The possible senders of text messages, in the order in which they are tried: the name for the receiver's country,
    the messaging service, the number, and the installation's default sender.
    """

    number: str | None = None
    service: str | None = None
    names: Mapping[str, str] = field(default_factory=dict)
    """Names that may be used, by country (ISO 3166-1 alpha-2)."""
    per_second: int | None = None
    """Segments per second for all of these together; None without a limit."""

    @property
    def key(self) -> str:
        """The key of the rate limit."""
        return self.service or self.number or "installation"


def text_sender_of(
    session: Session, org_id: str, installation_per_second: int | None = None
) -> TextSender:
    """Return the sender of an organisation's text messages: its messaging service, otherwise the number chosen for
    sending, otherwise its oldest number, otherwise the installation's default sender.
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
    """Return whether messages to a country may come from a name."""
    rule = rule_of(country)
    return rule == "free" or (rule == "registered" and is_registered)


def take_segments(session: Session, sender: TextSender, wanted: int, now: datetime) -> int:
    """Return how many of the wanted segments a sender may send now, and count them as sent. Everybody who uses the
    sender waits in turn.
    """
    if sender.per_second is None:
        return wanted
    return use_sender(session, sender.key, sender.per_second, wanted, now)


def count_segments(session: Session, sender: TextSender, more: int, now: datetime) -> None:
    """Count segments in addition to those that were taken, or return some."""
    if sender.per_second is not None and more:
        use_sender(session, sender.key, sender.per_second, more, now, all_of_them=True)
