"""Carriers, which hand messages over to a provider's API, a mail server, or the sandbox."""

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
    """When another worker may claim it, so that this one must not hand it over any more."""
    provider_id: str | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of handing over a message."""

    message_id: str
    kind: Literal[
        "sent", "delivered", "undelivered", "bounced", "failed", "later", "unreached", "unknown"
    ]
    """`later`: it was certainly not accepted, and may be if it is sent again. `unreached`: it was not handed over in
    time.
    """
    reason: str = ""
    provider_id: str | None = None
    sender: str = ""
    segments: int | None = None
    cost_micros: int | None = None
    currency: str | None = None
    retry_after: float | None = None
    """Seconds for which the provider wants no more requests."""
    opted_out: bool = False
    """Whether the provider reports that the recipient wants no more messages: a late STOP."""
    bad_address: bool = False
    """Whether the address permanently accepts no messages."""


UNREADY = (ValueError, LookupError, TypeError, OSError, SQLAlchemyError)
"""Exceptions while a message is prepared that do not affect other messages."""


def broken(message: Outgoing, error: Exception) -> Outcome:
    """Return the outcome for a message that could not be prepared. Others of its batch are still sent. After a
    temporary error, it is tried again.
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
    """Hands over messages on one channel. Called outside of transactions."""

    @property
    def name(self) -> str: ...

    def hand_over(self, messages: Sequence[Outgoing]) -> list[Outcome]:
        """Hand messages over, and return one outcome for each. Never raises an exception because of a single
        message.
        """

    def look_up(self, messages: Sequence[Outgoing]) -> list[Outcome]:
        """Return the outcomes of messages that may have been accepted, without those that cannot be queried yet.
        `later`: it was certainly not accepted.
        """
