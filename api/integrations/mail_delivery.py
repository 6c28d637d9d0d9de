"""Delivery of each email at most once, to many recipients, in runs that may be interrupted at any point."""

import hashlib
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from typing import NamedTuple, TypeVar
from urllib.parse import urlsplit

from sqlalchemy.orm import Session

from api.integrations.ports.mail_sender import Mail, MailFailed, MailSender

MakeSender = Callable[[Session], MailSender]
OpenSession = Callable[[], AbstractContextManager[Session]]
Recipient = TypeVar("Recipient")


class Delivered(NamedTuple):
    """The result of delivering to a list of recipients."""

    sent: int
    failures: list[str]


def deliver_each(
    recipients: Iterable[Recipient], deliver: Callable[[Recipient], bool]
) -> Delivered:
    """Deliver to everybody; a refused email does not hold up the other recipients."""
    sent, failures = 0, []
    for recipient in recipients:
        try:
            sent += deliver(recipient)
        except MailFailed as failure:
            failures.append(str(failure))
    return Delivered(sent, failures)


def deliver_once(
    open_session: OpenSession,
    make_sender: MakeSender,
    org_id: str,
    *,
    claim: Callable[[Session], bool],
    compose: Callable[[], Mail],
    mark: Callable[[Session, str, str], None],
) -> bool:
    """Send one email, unless it is already claimed. It is claimed before it is sent, so that after an interruption it
    is lost rather than sent twice. `mark` stores the result and the reason for a failure.

    Raises:
        MailFailed: the email was not accepted; it is marked as failed and may be claimed again.
    """
    with open_session() as session:
        if not claim(session):
            return False
    mail = compose()
    try:
        with open_session() as session:
            mark(session, make_sender(session).send(org_id, mail), "")
    except MailFailed as failure:
        with open_session() as session:
            mark(session, "failed", str(failure))
        raise
    return True


def message_id(base_url: str, *parts: str) -> str:
    """Return the Message-ID of the email that these parts identify. It is the same in each attempt, so that mail
    servers recognise duplicates.
    """
    host = urlsplit(base_url).hostname or "localhost"
    digest = hashlib.sha256(" ".join(parts).encode()).hexdigest()[:32]
    return f"<{digest}@{host}>"
