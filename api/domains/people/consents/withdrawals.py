"""Who hears of it when somebody takes a yes to marketing back: domains above that passed it on to others."""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime

from sqlalchemy.orm import Session

from api.domains.people.consents.types import NOTHING, Channel, Standing, Topic

Listener = Callable[[Session, str, str, Channel, datetime], None]
"""Gets session, organisation, customer, channel and moment, in the transaction of the decision."""

_LISTENERS: list[Listener] = []


def on_withdrawal(listener: Listener) -> Listener:
    """Declare who hears of it."""
    _LISTENERS.append(listener)
    return listener


def channels_ended(topics: Iterable[Topic], before: Mapping[Topic, Standing]) -> list[Channel]:
    """The channels of marketing among these topics for which there was a yes."""
    return [
        channel
        for channel, purpose in topics
        if purpose == "marketing" and before.get((channel, purpose), NOTHING).state == "given"
    ]


def announce(
    session: Session, org_id: str, customer_id: str, channels: Iterable[Channel], moment: datetime
) -> None:
    """Say that these channels ended."""
    for channel in channels:
        for listener in _LISTENERS:
            listener(session, org_id, customer_id, channel, moment)
