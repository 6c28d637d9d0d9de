"""Types of consents: entries of the ledger, what they add up to, and whether somebody may be contacted."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal, NamedTuple, Protocol, get_args
from uuid import UUID

from api.domains.people.customers.types import ContactKind

Channel = Literal["email", "sms", "whatsapp", "web_push", "wallet_push"]
Purpose = Literal["marketing", "feedback", "service"]
"""News and offers; surveys and requests for reviews; what somebody asked for, like a receipt."""
Decision = Literal["requested", "given", "withdrawn"]
"""A yes whose address was not proven yet; a yes; a no."""
Source = Literal[
    "form",
    "preferences",
    "mail_link",
    "passcode",
    "one_click",
    "staff",
    "import",
    "api",
    "keyword",
]
Recorder = Literal["person", "staff", "import", "api", "keyword"]
State = Literal["none", "given", "withdrawn"]
Refusal = Literal[
    "gone",
    "merged",
    "no_address",
    "suppressed",
    "withdrawn",
    "pending",
    "other_address",
    "no_consent",
    "quiet_hours",
]
"""Why somebody may not be contacted, in the order in which it is checked."""

CHANNELS: tuple[Channel, ...] = get_args(Channel)
PURPOSES: tuple[Purpose, ...] = get_args(Purpose)
ASKED_PURPOSES: tuple[Purpose, ...] = ("marketing", "feedback")
"""Purposes that need a yes. Service messages need none, but a no to them counts."""
REQUEST_LIFETIME = timedelta(days=7)
"""How long a request can be confirmed."""

ADDRESS_OF: dict[Channel, ContactKind] = {"email": "email", "sms": "phone", "whatsapp": "phone"}
"""What a channel reaches people at. Devices and passes are known to those who send to them."""

RECORDERS: dict[Source, Recorder] = {
    "form": "person",
    "preferences": "person",
    "mail_link": "person",
    "passcode": "person",
    "one_click": "person",
    "staff": "staff",
    "import": "import",
    "api": "api",
    "keyword": "keyword",
}
PROVING: frozenset[Source] = frozenset({"mail_link", "passcode"})
"""Entries of these prove that the address is the person's."""

Topic = tuple[Channel, Purpose]


class Entry(Protocol):
    """An entry of the ledger, as far as sums need it."""

    @property
    def entry_id(self) -> str: ...

    @property
    def channel(self) -> str: ...

    @property
    def purpose(self) -> str: ...

    @property
    def decision(self) -> str: ...

    @property
    def address_index(self) -> bytes | None: ...

    @property
    def source(self) -> str: ...

    @property
    def decided_at(self) -> datetime: ...


class Standing(NamedTuple):
    """What the entries of one channel and purpose add up to at a moment."""

    state: State
    since: datetime | None = None
    entry_id: str | None = None
    """The entry that decides it."""
    pending: tuple[str, ...] = ()
    """Requests that wait for a confirmation: their entries."""
    is_other_address: bool = False
    """Whether there is a yes, but for an address that the person has no longer."""


NOTHING = Standing("none")


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a decision was made, and who recorded it."""

    source: Source
    text: str | None = None
    """The very text that was agreed to or refused."""
    language: str | None = None
    page_id: str | None = None
    page_version: int | None = None
    code_id: str | None = None
    event_id: UUID | None = None
    """The event with the visit."""
    reason: str | None = None
    recorded_by: str | None = None
    """The member or API key."""


class ContactDecision(NamedTuple):
    """Whether a person may be contacted, and if not, why not."""

    allowed: bool
    reason: Refusal | None = None
    customer_id: str | None = None
    """The kept profile, also if a merged one was asked for."""
    address: str | None = None
    """Where to; None for channels without an address, and if it is not allowed."""
    entry_id: str | None = None
    """The entry of the ledger that allows it; None for service messages."""
    not_before: datetime | None = None
    """When the quiet hours end."""
