"""Types of consents: entries of the ledger, the states derived from them, and contact decisions."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal, NamedTuple, Protocol, get_args
from uuid import UUID

from api.domains.people.customers.types import ContactKind

Channel = Literal["email", "sms", "whatsapp", "web_push", "wallet_push"]
Purpose = Literal["marketing", "feedback", "service"]
"""News and offers; surveys and requests for reviews; messages that a person requested, such as a receipt."""
Decision = Literal["requested", "given", "withdrawn"]
"""A yes whose address is not proven yet; a yes; a no."""
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
"""The reasons why a person may not be contacted, in the order in which they are checked."""

CHANNELS: tuple[Channel, ...] = get_args(Channel)
PURPOSES: tuple[Purpose, ...] = get_args(Purpose)
ASKED_PURPOSES: tuple[Purpose, ...] = ("marketing", "feedback")
"""Purposes that need a yes. Service messages need none, but a no to them counts."""
REQUEST_LIFETIME = timedelta(days=7)
"""The time within which a request can be confirmed."""

ADDRESS_OF: dict[Channel, ContactKind] = {"email": "email", "sms": "phone", "whatsapp": "phone"}
"""The kind of address that a channel uses. Devices and passes are known to the code that sends to them."""

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
"""Entries from these sources prove that the address belongs to the person."""

Topic = tuple[Channel, Purpose]


class Entry(Protocol):
    """The parts of a ledger entry that are needed to add entries up."""

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
    """The state of one channel and purpose at a point in time, derived from its entries."""

    state: State
    since: datetime | None = None
    entry_id: str | None = None
    """The entry that decides the state."""
    pending: tuple[str, ...] = ()
    """IDs of the requests that wait for confirmation."""
    is_other_address: bool = False
    """Whether there is a yes, but for an address that the person no longer has."""


NOTHING = Standing("none")


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a decision was made, and who recorded it."""

    source: Source
    text: str | None = None
    """The exact text that was agreed to or refused."""
    language: str | None = None
    page_id: str | None = None
    page_version: int | None = None
    code_id: str | None = None
    event_id: UUID | None = None
    """The event that contains the visit."""
    reason: str | None = None
    recorded_by: str | None = None
    """The member or API key that recorded it."""


class ContactDecision(NamedTuple):
    """Whether a person may be contacted, and if not, the reason."""

    allowed: bool
    reason: Refusal | None = None
    customer_id: str | None = None
    """The kept profile, even if the request names a merged one."""
    address: str | None = None
    """The address to send to. None for channels without an address, and if contact is not allowed."""
    entry_id: str | None = None
    """The ledger entry that allows it. None for service messages."""
    not_before: datetime | None = None
    """When the quiet hours end."""
