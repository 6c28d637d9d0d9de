"""What other domains may read of a customer; they change one through the service."""

from typing import NamedTuple, Protocol


class CustomerRow(Protocol):
    """One person, as one organisation knows them."""

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
    """The same, read with other rows by one statement."""

    customer_id: str
    email: str | None
    phone: str | None
    first_name: str | None
    last_name: str | None
    sealing_key: bytes | None
