"""Listeners for withdrawn marketing consents: domains above that passed a consent on to others."""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime

from sqlalchemy.orm import Session

from api.domains.people.consents.types import NOTHING, Channel, Standing, Topic

Listener = Callable[[Session, str, str, Channel, datetime], None]
"""Receives session, organisation, customer, channel and time, in the transaction of the decision."""

_LISTENERS: list[Listener] = []


def on_withdrawal(listener: Listener) -> Listener:
    """Register a listener for withdrawals."""
    _LISTENERS.append(listener)
    return listener


def channels_ended(topics: Iterable[Topic], before: Mapping[Topic, Standing]) -> list[Channel]:
    """Return the marketing channels among these topics that had a yes."""
    return [
        channel
        for channel, purpose in topics
        if purpose == "marketing" and before.get((channel, purpose), NOTHING).state == "given"
    ]


def announce(
    session: Session, org_id: str, customer_id: str, channels: Iterable[Channel], moment: datetime
) -> None:
    """Notify all listeners that consent for these channels was withdrawn."""
    for channel in channels:
        for listener in _LISTENERS:
            listener(session, org_id, customer_id, channel, moment)
