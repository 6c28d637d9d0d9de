"""Emails in the form in which the domains send them."""

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Literal, Protocol

Handled = Literal["sent", "kept"]


@dataclass(frozen=True, slots=True)
class InlinePicture:
    """A PNG that the HTML of an email shows by `cid:` and its name."""

    name: str
    png: bytes


@dataclass(frozen=True, slots=True)
class DkimKey:
    """The key that signs emails of a domain (RFC 6376)."""

    domain: str
    selector: str
    private_key: str = field(repr=False)
    """An RSA key in PEM format."""


@dataclass(frozen=True)
class Mail:
    """An email to one address, as HTML and as plain text."""

    to: str
    subject: str
    text: str
    html: str
    headers: Mapping[str, str] = field(default_factory=dict)
    pictures: tuple[InlinePicture, ...] = ()
    sender: str | None = None
    """The sender's address; None means the installation's address."""
    dkim: DkimKey | None = None
    """The key that signs it, if it comes from one of the organisation's mail domains."""


class MailFailed(Exception):
    """The email was not accepted; the message gives the reason."""


class MailRefused(MailFailed):
    """The server permanently refuses email for this address."""


class MailUncertain(MailFailed):
    """The connection broke after the whole email was sent, so the server may have accepted it."""


class MailSender(Protocol):
    """Sends emails for one organisation."""

    def send(self, org_id: str, mail: Mail) -> Handled:
        """Hand over an email; return `sent`, or `kept` if nothing is really sent. Raises MailFailed."""


SendMail = Callable[[Mail], None]
"""Hands over an email. Raises MailFailed."""


class BulkMailSender(MailSender, Protocol):
    """Sends many emails at once."""

    def connection(self) -> AbstractContextManager[SendMail]:
        """Return a context in which emails are sent one after the other through one connection, which is opened for the
        first of them.
        """
