"""Reports from the provider of text messages: the status of sent messages, and received messages."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, Protocol

from api.integrations.ports.sms_sender import TextTaken


@dataclass(frozen=True, slots=True)
class ReceivedText:
    """A text message to one of the organisation's numbers."""

    provider_id: str
    phone: str
    """The sender's number in E.164 format."""
    to: str
    text: str
    meaning: Literal["stop", "start", "help"] | None
    """The provider's interpretation of the text; None if it gives none."""


class TextWebhooks(Protocol):
    """Reads the reports of the provider of text messages."""

    def is_signed(self, url: str, form: Mapping[str, str], signature: str) -> bool:
        """Return whether the provider sent this form to this URL."""

    def report(self, form: Mapping[str, str]) -> TextTaken | None:
        """Return the delivery status of a message; None if the form does not contain one."""

    def received(self, form: Mapping[str, str]) -> ReceivedText | None:
        """Return a received message; None if the form does not contain one."""
