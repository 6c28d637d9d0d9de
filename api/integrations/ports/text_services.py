"""Messaging services: a provider's group of one organisation's numbers, with its registration in the US."""

from dataclasses import dataclass
from typing import Literal, Protocol

RegistrationStep = Literal["missing", "waiting", "approved", "refused", "suspended"]


@dataclass(frozen=True, slots=True)
class Registration:
    """The progress of a service's registration for text messages from US numbers (A2P 10DLC)."""

    brand: RegistrationStep
    """The registration of the sender."""
    campaign: RegistrationStep
    """The registration of the messages' purpose."""
    problems: tuple[str, ...] = ()
    """The provider's objections, in its words."""


class ServicesUnavailable(Exception):
    """The provider does not respond, or refuses for the moment."""


class TextServices(Protocol):
    """A provider that has messaging services."""

    def make(self, name: str, inbound_url: str) -> str:
        """Create a messaging service and return its ID. Its incoming messages are reported to `inbound_url`. If a
        service with this name exists, no second one is created.

        Raises:
            ServicesUnavailable: the service may have been created or not, which is known after a retry.
        """

    def add_number(self, service_id: str, number_id: str) -> None:
        """Add a number to a service, unless it already has it. Raises ServicesUnavailable."""

    def registration(self, service_id: str) -> Registration:
        """Return the progress of the registration. Raises ServicesUnavailable."""
