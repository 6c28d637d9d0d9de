"""Text messages, as the domains want them sent: to whom, what; or a plain no."""

from typing import Protocol


class SmsUnavailable(Exception):
    """No provider is set, or it did not take the message."""


class PhoneRefused(Exception):
    """The provider says that this number can't be sent text messages: none exists, it is no mobile one, or
    its owner wants none.
    """


class SmsSender(Protocol):
    """Whatever sends text messages for one organisation."""

    def send(self, org_id: str, phone: str, body: str) -> None:
        """Hand the message over; `phone` is E.164.

        Raises:
            SmsUnavailable: it was not taken.
            PhoneRefused: it never will be.
        """
