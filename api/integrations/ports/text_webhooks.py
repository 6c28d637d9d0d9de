"""What the provider of text messages reports to us: how far ours got, and what people send."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, Protocol

from api.integrations.ports.sms_sender import TextTaken


@dataclass(frozen=True, slots=True)
class ReceivedText:
    """A text message that somebody sent to one of our numbers."""

    provider_id: str
    phone: str
    """E.164."""
    to: str
    text: str
    meaning: Literal["stop", "start", "help"] | None
    """What the provider took it for; None if it does not say."""


class TextWebhooks(Protocol):
    """Reads what the provider of text messages reports to us."""

    def is_signed(self, url: str, form: Mapping[str, str], signature: str) -> bool:
        """Whether the provider sent this form to this address."""

    def report(self, form: Mapping[str, str]) -> TextTaken | None:
        """How far a message got; None if the form does not say."""

    def received(self, form: Mapping[str, str]) -> ReceivedText | None:
        """A message to us; None if the form is none."""
