"""Phone numbers that can be bought, and buying them."""

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class AvailableNumber:
    """A number that nobody has."""

    phone: str
    """E.164."""
    country: str
    place: str
    """City and region, as far as the provider says."""
    can_receive: bool = True


@dataclass(frozen=True, slots=True)
class NumberPrice:
    """What a local number costs a month."""

    micros: int
    """Millionths of the currency."""
    currency: str


class NumbersUnavailable(Exception):
    """The provider does not answer, or does not sell now."""


class NumberTaken(Exception):
    """The number cannot be bought: somebody has it, or there is none."""


class PhoneNumbers(Protocol):
    """Who sells numbers."""

    def available(self, country: str, area_code: str | None, most: int) -> list[AvailableNumber]:
        """Numbers that take text messages. Raises NumbersUnavailable."""

    def monthly_price(self, country: str) -> NumberPrice | None:
        """What a local number of a country costs; None where none is sold. Raises NumbersUnavailable."""

    def buy(self, phone: str, inbound_url: str, name: str) -> str:
        """Buy a number under a name, whose messages are reported to an address; the provider's id of it. A number that
        was bought under this name is not bought again.

        Raises:
            NumberTaken: it cannot be bought.
            NumbersUnavailable: the provider does not answer; whether it is bought shows when it is tried again.
        """
