"""Read-only types of customers for other domains, which change them through the service."""

from typing import Literal, NamedTuple, Protocol

ContactKind = Literal["email", "phone"]
MAX_ATTRIBUTES = 100
MAX_TAGS = 50
CONTACT_KINDS: tuple[ContactKind, ...] = ("email", "phone")
MergeReason = Literal["member", "verified_phone"]
DuplicateReason = Literal["name_and_birthday", "similar_email", "similar_phone", "same_browser"]


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
