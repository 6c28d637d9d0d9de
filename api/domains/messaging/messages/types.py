"""Types of messages for other domains: a request to send something, and what the gate made of it."""

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
"""What a message belongs to; `source_id` is its id there. A `confirmation` asks the owner of an address to confirm a consent."""
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
"""`sent`: the provider took it. `unknown`: it may have; the provider's list says so. `refused`: the gate said no."""
MessageRefusal = (
    Refusal | Literal["capped", "too_young", "already", "too_late", "no_provider", "holdout"]
)
"""Why the gate said no, besides the reasons of the contact policy: too many lately, too young, sent to another profile
of the same person before, not sent in time, nothing to send it with, held out to compare with."""

TRACKED: tuple[MessageSource, ...] = ("campaign", "automation", "single", "test")
"""Whose links are short ones that say who followed them."""
STATES: tuple[MessageState, ...] = get_args(MessageState)
FINAL: tuple[MessageState, ...] = (
    *("delivered", "undelivered", "bounced", "failed", "refused", "cancelled"),
)
"""Nothing follows these."""
LEFT: tuple[MessageState, ...] = (
    "sending",
    "unknown",
    "sent",
    "delivered",
    "undelivered",
    "bounced",
)
"""States of messages that left, or may have."""


@dataclass(frozen=True, slots=True)
class MessageRequest:
    """Something that is to be sent to one person."""

    customer_id: str | None
    """None for an address without a customer; then `address` is needed."""
    channel: Channel
    purpose: Purpose
    text: str
    subject: str = ""
    html: str = ""
    url: str = ""
    """What a tap on a notification opens."""
    language: str = ""
    not_before: datetime | None = None
    """When it shall leave; at once if None."""
    not_after: datetime | None = None
    """When it is too late to send it."""
    step: str | None = None
    """Of an automation; the step of the call if None. One person gets each step once."""
    variant: str = ""
    """Which version of the content it is. One person gets one of them."""
    skips_quiet: bool = False
    """Whether it is refused rather than sent later where it is quiet."""
    address: str | None = None
    """Normalised address or number, of messages without a customer."""
    held_out: bool = False
    """Whether it is not sent, so that those who get one can be compared with somebody who could have got one."""
    code_id: str | None = None
    """The code that it is about. A mail shows its QR code where the HTML has `cid:code`."""


class Queued(NamedTuple):
    """What became of a request."""

    message_id: str
    customer_id: str | None
    state: MessageState
    """`queued` or `refused`; what it is by now if it was queued before."""
    reason: str
    """Why it was refused, or why it waits; empty if there is none."""
    due_at: datetime
    is_new: bool
    """Whether it was queued by this call."""


class Explained(NamedTuple):
    """What would become of a request."""

    state: MessageState
    """`queued` or `refused`."""
    reason: str
    due_at: datetime
