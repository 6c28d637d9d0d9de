"""What hands messages over to those who deliver them: a provider's API, a mail server, or the sandbox."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, Protocol

import structlog
from sqlalchemy.exc import SQLAlchemyError

from api.domains.messaging.messages.contents import Content
from api.domains.people.consents.types import Channel
from api.kit.database_errors import is_passing

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Outgoing:
    """A message that is being sent."""

    message_id: str
    org_id: str
    customer_id: str | None
    channel: Channel
    purpose: str
    address: str
    address_index: bytes | None
    content: Content
    language: str
    code_id: str | None
    tries: int
    sending_at: datetime
    not_after: datetime
    """When another worker may take it over, so that nothing of it may be handed over any more."""
    provider_id: str | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of it."""

    message_id: str
    kind: Literal[
        "sent", "delivered", "undelivered", "bounced", "failed", "later", "unreached", "unknown"
    ]
    """`later`: it was surely not taken, and may be if it is tried again. `unreached`: it was not handed over in time."""
    reason: str = ""
    provider_id: str | None = None
    sender: str = ""
    segments: int | None = None
    cost_micros: int | None = None
    currency: str | None = None
    retry_after: float | None = None
    """Seconds that the provider wants to be left alone."""
    opted_out: bool = False
    """Whether the provider says that the receiver wants no more: a late STOP."""
    bad_address: bool = False
    """Whether the address takes nothing, now or ever."""


UNREADY = (ValueError, LookupError, TypeError, OSError, SQLAlchemyError)
"""What making a message ready raises that no other message is to blame for."""


def broken(message: Outgoing, error: Exception) -> Outcome:
    """What becomes of a message that could not be made ready: others of its batch still leave. A fault that passes is
    waited for.
    """
    if is_passing(error):
        return Outcome(message.message_id, "later", "database_away")
    log.error(
        "a message could not be made ready",
        message_id=message.message_id,
        channel=message.channel,
        error=type(error).__name__,
    )
    return Outcome(message.message_id, "failed", "The message could not be prepared for sending.")


NOT_TAKEN = ("later", "unreached")
"""Outcomes after which a message may be handed over again."""


class Carrier(Protocol):
    """Takes messages of one channel. Called outside of transactions."""

    @property
    def name(self) -> str: ...

    def hand_over(self, messages: Sequence[Outgoing]) -> list[Outcome]:
        """Hand messages over, one outcome each. Never raises for a single message."""

    def look_up(self, messages: Sequence[Outgoing]) -> list[Outcome]:
        """What became of messages of which it is not known whether they were taken; nothing about those that are
        not to be asked about yet. `later`: it was surely not taken.
        """
