"""Read-only types of customers for other domains, which change them through the service."""

from typing import NamedTuple, Protocol


class CustomerRow(Protocol):
    """A customer of one organisation."""

    @property
    def customer_id(self) -> str: ...

    @property
    def email(self) -> str | None: ...

    @property
    def phone(self) -> str | None: ...

    @property
    def first_name(self) -> str | None: ...

    @property
    def last_name(self) -> str | None: ...

    @property
    def sealing_key(self) -> bytes | None: ...


class CustomerRead(NamedTuple):
    """The same fields, read in a join."""

    customer_id: str
    email: str | None
    phone: str | None
    first_name: str | None
    last_name: str | None
    sealing_key: bytes | None
