"""Handing mails over once each: to many recipients, in tries that may break off anywhere."""

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
    """What became of a list of recipients."""

    sent: int
    failures: list[str]


def deliver_each(
    recipients: Iterable[Recipient], deliver: Callable[[Recipient], bool]
) -> Delivered:
    """Deliver to everybody; a recipient whose mail is not taken does not keep it from the others."""
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
    """Send one mail, unless somebody has claimed it. It is claimed before it is sent: what breaks in between is
    lost rather than sent twice. `mark` stores how it went and why not.

    Raises:
        MailFailed: it was not taken; it is marked so, and may be claimed again.
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
    """The Message-ID of a mail that these parts name: the same in each try, so that mail servers see one mail."""
    host = urlsplit(base_url).hostname or "localhost"
    digest = hashlib.sha256(" ".join(parts).encode()).hexdigest()[:32]
    return f"<{digest}@{host}>"
