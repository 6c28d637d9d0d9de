"""Messaging services: what a provider keeps together of one organisation's numbers, and its registration in the US."""

from dataclasses import dataclass
from typing import Literal, Protocol

RegistrationStep = Literal["missing", "waiting", "approved", "refused", "suspended"]


@dataclass(frozen=True, slots=True)
class Registration:
    """How far a service is registered for text messages from numbers of the US (A2P 10DLC)."""

    brand: RegistrationStep
    """Who sends."""
    campaign: RegistrationStep
    """What is sent."""
    problems: tuple[str, ...] = ()
    """What the provider has against it, in its words."""


class ServicesUnavailable(Exception):
    """The provider does not answer, or does not do it now."""


class TextServices(Protocol):
    """A provider that has messaging services."""

    def make(self, name: str, inbound_url: str) -> str:
        """Make a service, whose messages are reported to an address; its id. One of this name is not made again.

        Raises:
            ServicesUnavailable: it may be made or not; that shows when it is tried again.
        """

    def add_number(self, service_id: str, number_id: str) -> None:
        """Add a number to a service; one that it has already stays. Raises ServicesUnavailable."""

    def registration(self, service_id: str) -> Registration:
        """How far it is registered. Raises ServicesUnavailable."""
