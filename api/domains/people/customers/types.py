"""Read-only types of customers for other domains, which change them through the service."""

from typing import Any, Literal, NamedTuple, Protocol

ContactKind = Literal["email", "phone"]
MAX_ATTRIBUTES = 100
MAX_TAGS = 50
CONTACT_KINDS: tuple[ContactKind, ...] = ("email", "phone")
MergeReason = Literal["member", "verified_phone"]
DuplicateReason = Literal[
    "name_and_birthday", "similar_email", "similar_phone", "same_browser", "merge_key"
]


class Contacts(NamedTuple):
    """How a customer is reached: address in lower case, number in E.164."""

    email: str | None
    phone: str | None


class ContactIndexes(NamedTuple):
    """The blind indexes of what a text may be: an address, a number, or neither."""

    email: bytes | None
    phone: bytes | None


class SealedContacts(Protocol):
    """What it takes to read a customer's address and number."""

    @property
    def sealing_key(self) -> bytes | None: ...

    @property
    def email_sealed(self) -> str | None: ...

    @property
    def phone_sealed(self) -> str | None: ...


class CustomerRow(SealedContacts, Protocol):
    """A customer of one organisation."""

    @property
    def customer_id(self) -> str: ...

    @property
    def first_name(self) -> str | None: ...

    @property
    def last_name(self) -> str | None: ...


class CustomerRead(NamedTuple):
    """The same fields, read in a join."""

    customer_id: str
    email_sealed: str | None
    phone_sealed: str | None
    first_name: str | None
    last_name: str | None
    sealing_key: bytes | None


ExistingChoice = Literal["fill", "update", "skip"]
"""What becomes of a customer who is there already: gets what is missing, also other values, or nothing."""


class FieldNote(NamedTuple):
    """What is to be said about one field of a row; `message` goes on after the field's name."""

    field: str
    message: str


class CustomerDraft(NamedTuple):
    """What a row says of a customer, checked and in normal form."""

    row: int
    email: str | None
    phone: str | None
    facts: dict[str, str]
    attributes: dict[str, Any]
    tags: list[str]


class BulkChange(NamedTuple):
    """What a row changed, as it takes to undo it; for somebody new both sides are empty."""

    customer_id: str
    row: int
    is_new: bool
    before: dict[str, Any]
    after: dict[str, Any]


class BulkOutcome(NamedTuple):
    """What became of a row."""

    row: int
    kind: Literal["created", "changed", "unchanged", "refused"]
    customer_id: str | None
    change: BulkChange | None
    notes: list[FieldNote]


class BulkTakenBack(NamedTuple):
    """How many customers were removed, restored whole, and kept because something changed since."""

    removed: int
    restored: int
    kept: int
