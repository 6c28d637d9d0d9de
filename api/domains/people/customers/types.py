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
    """How a customer can be reached: email address in lower case, phone number in E.164."""

    email: str | None
    phone: str | None


class ContactIndexes(NamedTuple):
    """The blind indexes of a text that may be an address, a number, or neither."""

    email: bytes | None
    phone: bytes | None


class SealedContacts(Protocol):
    """The columns that are needed to read a customer's address and number."""

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
    """The fields of `CustomerRow`, read in a join."""

    customer_id: str
    email_sealed: str | None
    phone_sealed: str | None
    first_name: str | None
    last_name: str | None
    sealing_key: bytes | None


ExistingChoice = Literal["fill", "update", "skip"]
"""What happens to an existing customer: missing values are added, values are also replaced, or nothing changes."""


class FieldNote(NamedTuple):
    """A remark about one field of a row. `message` continues after the field's name."""

    field: str
    message: str


class CustomerDraft(NamedTuple):
    """The validated and normalised data of a row about a customer."""

    row: int
    email: str | None
    phone: str | None
    facts: dict[str, str]
    attributes: dict[str, Any]
    tags: list[str]


class BulkChange(NamedTuple):
    """The changes that a row made, as needed to undo them. For a new customer, both sides are empty."""

    customer_id: str
    row: int
    is_new: bool
    before: dict[str, Any]
    after: dict[str, Any]


class BulkOutcome(NamedTuple):
    """The result of a row."""

    row: int
    kind: Literal["created", "changed", "unchanged", "refused"]
    customer_id: str | None
    change: BulkChange | None
    notes: list[FieldNote]


class BulkTakenBack(NamedTuple):
    """How many customers were removed, completely restored, and kept because something has changed since."""

    removed: int
    restored: int
    kept: int
