"""Text messages in the form in which the domains send them: recipient and text, and a refusal if it fails."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, Protocol

TextState = Literal["sent", "delivered", "undelivered", "failed"]


@dataclass(frozen=True, slots=True)
class TextTaken:
    """The provider's state of a text message that it accepted."""

    provider_id: str | None
    """The provider's ID of the message."""
    state: TextState = "sent"
    reason: str = ""
    """The reason for a failure, as text."""
    sender: str = ""
    segments: int | None = None
    cost_micros: int | None = None
    currency: str | None = None
    opted_out: bool = False
    """Whether it failed because the number's owner replied STOP to the provider."""


class SmsUnavailable(Exception):
    """No provider is set, or it did not accept the message."""

    retry_after: float | None = None
    """The seconds after which the provider asks to try again."""


class SmsUncertain(SmsUnavailable):
    """It is not known whether the provider took the message."""


class PhoneRefused(Exception):
    """The provider reports that this number cannot receive text messages: it does not exist, is not a mobile number, or
    its owner has opted out.
    """

    opted_out = False
    """Whether the number's owner replied STOP to the provider."""


class SenderRefused(PhoneRefused):
    """The provider refuses messages to this number from this sender; from another sender they may be accepted."""


class SmsSender(Protocol):
    """Sends text messages for one organisation."""

    def send(self, org_id: str, phone: str, body: str) -> TextTaken:
        """Hand over a message; `phone` is in E.164 format.

        Raises:
            SmsUncertain: the message may have been accepted.
            SmsUnavailable: the message was not accepted.
            PhoneRefused: the message will never be accepted.
        """


class TextProvider(Protocol):
    """A sender that reports the delivery status of messages, and can be asked about them."""

    def send(
        self,
        org_id: str,
        phone: str,
        body: str,
        *,
        callback_url: str | None = None,
        sender: str | None = None,
        service: str | None = None,
    ) -> TextTaken:
        """Like `SmsSender.send`, from a number or name, or through a messaging service if one is given. The provider
        reports the delivery status to `callback_url`.

        Raises:
            SenderRefused: the sender is refused for this number.
        """

    def find(
        self, phone: str, body: str, *, since: datetime, provider_id: str | None = None
    ) -> list[TextTaken]:
        """Return messages that may be the one that was handed over since a time, oldest first; an empty list if it was
        certainly not accepted.

        Raises:
            SmsUnavailable: the provider does not respond.
        """
