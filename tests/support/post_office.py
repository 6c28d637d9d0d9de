"""A mail server on loopback for tests."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from api.integrations.smtp.config import SmtpSettings
from runtime.embedded.process import free_port


@dataclass
class Post:
    """A mail server on loopback that keeps what it is given."""

    mails: list[EmailMessage] = field(default_factory=list)
    raw: list[bytes] = field(default_factory=list)
    """As they came over the wire."""

    async def handle_DATA(self, _server: SMTP, _session: Session, envelope: Envelope) -> str:  # noqa: N802
        assert isinstance(envelope.content, bytes)
        self.raw.append(envelope.content)
        mail = message_from_bytes(envelope.content, policy=policy.default)
        assert isinstance(mail, EmailMessage)
        self.mails.append(mail)
        return "250 OK"


@contextmanager
def post_office() -> Iterator[tuple[Post, int]]:
    """The server and its port."""
    post = Post()
    port = free_port()
    controller = Controller(post, hostname="127.0.0.1", port=port)
    controller.start()
    try:
        yield post, port
    finally:
        controller.stop()


def mail_server(port: int) -> SmtpSettings:
    """Settings of an installation that sends by a post office at this port."""
    return SmtpSettings(host="127.0.0.1", port=port, security="none")
