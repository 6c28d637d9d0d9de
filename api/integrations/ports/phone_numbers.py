"""Phone numbers for sale, and buying them."""

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class AvailableNumber:
    """A phone number that can be bought."""

    phone: str
    """The number in E.164 format."""
    country: str
    place: str
    """The city and region, as far as the provider reports them."""
    can_receive: bool = True


@dataclass(frozen=True, slots=True)
class NumberPrice:
    """The monthly price of a local number."""

    micros: int
    """The price in millionths of the currency."""
    currency: str


class NumbersUnavailable(Exception):
    """The provider does not respond, or sells nothing at the moment."""


class NumberTaken(Exception):
    """The number cannot be bought, because somebody else has it or it does not exist."""


class PhoneNumbers(Protocol):
    """A provider that sells phone numbers."""

    def available(self, country: str, area_code: str | None, most: int) -> list[AvailableNumber]:
        """Return numbers that can receive text messages. Raises NumbersUnavailable."""

    def monthly_price(self, country: str) -> NumberPrice | None:
        """Return the monthly price of a local number in a country; None if none is sold. Raises NumbersUnavailable."""

    def buy(self, phone: str, inbound_url: str, name: str) -> str:
        """Buy a number under a name and return the provider's ID of it. Its incoming messages are reported to
        `inbound_url`. A number that was already bought under this name is not bought again.

        Raises:
            NumberTaken: the number cannot be bought.
            NumbersUnavailable: the provider does not respond. Whether the number was bought is known after a retry.
        """
