"""Types of messages for other domains: a request to send something, and the gate's result."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, NamedTuple, get_args

from api.domains.people.consents.types import Channel, Purpose, Refusal

MessageSource = Literal[
    "campaign",
    "automation",
    "single",
    "reply",
    "passcode",
    "confirmation",
    "receipt",
    "test",
]
"""The kind of object to which a message belongs; `source_id` is its ID. A `confirmation` asks the owner of an address
to confirm a consent.
"""
MessageState = Literal[
    "queued",
    "sending",
    "unknown",
    "sent",
    "delivered",
    "undelivered",
    "bounced",
    "failed",
    "refused",
    "cancelled",
]
"""`sent`: the provider accepted it. `unknown`: the provider may have accepted it, which its list will show. `refused`:
the gate refused it.
"""
MessageRefusal = (
    Refusal | Literal["capped", "too_young", "already", "too_late", "no_provider", "holdout"]
)
"""Reasons for which the gate refuses a message, in addition to those of the contact policy: too many recent messages,
too young, already sent to another profile of the same person, not sent in time, no provider, or held out for
comparison.
"""

TRACKED: tuple[MessageSource, ...] = ("campaign", "automation", "single", "test")
"""Sources whose links are short links that record clicks."""
STATES: tuple[MessageState, ...] = get_args(MessageState)
FINAL: tuple[MessageState, ...] = (
    *("delivered", "undelivered", "bounced", "failed", "refused", "cancelled"),
)
"""Final states."""
LEFT: tuple[MessageState, ...] = (
    "sending",
    "unknown",
    "sent",
    "delivered",
    "undelivered",
    "bounced",
)
"""States of messages that were sent, or may have been."""


@dataclass(frozen=True, slots=True)
class MessageRequest:
    """A message to be sent to one person."""

    customer_id: str | None
    """None for an address without a customer, in which case `address` is required."""
    channel: Channel
    purpose: Purpose
    text: str
    subject: str = ""
    html: str = ""
    url: str = ""
    """The address that a tap on a notification opens."""
    language: str = ""
    not_before: datetime | None = None
    """When it should be sent; None means now."""
    not_after: datetime | None = None
    """When it is too late to send it."""
    step: str | None = None
    """The step of an automation; None means the step of the call. A person gets each step once."""
    variant: str = ""
    """The version of the content. A person gets only one of them."""
    skips_quiet: bool = False
    """Whether it is refused in quiet hours instead of deferred."""
    address: str | None = None
    """The normalised address or number of a message without a customer."""
    held_out: bool = False
    """Whether it is held out, so that recipients can be compared with people who could have got it."""
    code_id: str | None = None
    """The code of the message. An email shows its QR code in the place of `cid:code` in the HTML."""


class Queued(NamedTuple):
    """The result of a request."""

    message_id: str
    customer_id: str | None
    state: MessageState
    """`queued` or `refused`, or the current state if it was queued before."""
    reason: str
    """Why it was refused or is waiting; empty if there is no reason."""
    due_at: datetime
    is_new: bool
    """Whether it was queued by this call."""


class Explained(NamedTuple):
    """The result that a request would have."""

    state: MessageState
    """`queued` or `refused`."""
    reason: str
    due_at: datetime
