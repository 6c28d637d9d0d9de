"""Text messages, as the domains want them sent: to whom, what; or a plain no."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, Protocol

TextState = Literal["sent", "delivered", "undelivered", "failed"]


@dataclass(frozen=True, slots=True)
class TextTaken:
    """What a provider says of a text message that it took."""

    provider_id: str | None
    """What it is called there."""
    state: TextState = "sent"
    reason: str = ""
    """Why it failed, in words."""
    sender: str = ""
    segments: int | None = None
    cost_micros: int | None = None
    currency: str | None = None
    opted_out: bool = False
    """Whether it failed because the owner of the number told the provider to stop."""


class SmsUnavailable(Exception):
    """No provider is set, or it did not take the message."""

    retry_after: float | None = None
    """Seconds after which the provider asks to be tried again."""


class SmsUncertain(SmsUnavailable):
    """It is not known whether the provider took the message."""


class PhoneRefused(Exception):
    """The provider says that this number can't be sent text messages: none exists, it is no mobile one, or
    its owner wants none.
    """

    opted_out = False
    """Whether its owner told the provider to stop."""


class SenderRefused(PhoneRefused):
    """The provider takes nothing for this number from this sender of ours; from another one it may."""


class SmsSender(Protocol):
    """Whatever sends text messages for one organisation."""

    def send(self, org_id: str, phone: str, body: str) -> TextTaken:
        """Hand the message over; `phone` is E.164.

        Raises:
            SmsUncertain: it may have been taken.
            SmsUnavailable: it was not taken.
            PhoneRefused: it never will be.
        """


class TextProvider(Protocol):
    """A sender that reports what becomes of messages, and can be asked about them."""

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
        """As `SmsSender.send`; from a number or name, or by a messaging service of ours if one is named. The provider
        reports what becomes of the message to `callback_url`.

        Raises:
            SenderRefused: the sender is not taken for this number.
        """

    def find(
        self, phone: str, body: str, *, since: datetime, provider_id: str | None = None
    ) -> list[TextTaken]:
        """Messages that may be one that was handed over since a moment, oldest first; none if it surely was not taken.

        Raises:
            SmsUnavailable: the provider does not answer.
        """
