"""Mails, as the domains want them sent."""

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Literal, Protocol

Handled = Literal["sent", "kept"]


@dataclass(frozen=True, slots=True)
class InlinePicture:
    """A PNG that the HTML of a mail shows as `cid:` and its name."""

    name: str
    png: bytes


@dataclass(frozen=True, slots=True)
class DkimKey:
    """What signs mails of a domain (RFC 6376)."""

    domain: str
    selector: str
    private_key: str = field(repr=False)
    """RSA, as PEM."""


@dataclass(frozen=True)
class Mail:
    """One mail to one address, as HTML and as plain text."""

    to: str
    subject: str
    text: str
    html: str
    headers: Mapping[str, str] = field(default_factory=dict)
    pictures: tuple[InlinePicture, ...] = ()
    sender: str | None = None
    """Whom it comes from; the installation's address if None."""
    dkim: DkimKey | None = None
    """Signs it, where it comes from a domain of the organisation's own."""


class MailFailed(Exception):
    """Nobody took the mail; the message says why."""


class MailRefused(MailFailed):
    """The server takes no mail for this address, now or ever."""


class MailUncertain(MailFailed):
    """The line broke after the whole mail was sent: the server may have taken it."""


class MailSender(Protocol):
    """Whatever sends mails for one organisation."""

    def send(self, org_id: str, mail: Mail) -> Handled:
        """Hand the mail over: `sent`, or `kept` where nothing is really sent. Raises MailFailed."""


SendMail = Callable[[Mail], None]
"""Hands a mail over. Raises MailFailed."""


class BulkMailSender(MailSender, Protocol):
    """A sender of many mails at once."""

    def connection(self) -> AbstractContextManager[SendMail]:
        """Sends one mail after the other through one connection, which is opened for the first of them."""
