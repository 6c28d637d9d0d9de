"""A mail server on loopback for tests."""

from collections import Counter
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
    """A mail server on loopback that stores what it receives."""

    mails: list[EmailMessage] = field(default_factory=list)
    raw: list[bytes] = field(default_factory=list)
    """The emails as they were transmitted."""
    connections: set[object] = field(default_factory=set)
    """The addresses of the clients that sent emails."""
    answers: dict[str, str] = field(default_factory=dict)
    """The server's responses to recipients that it refuses."""
    most: int = 1_000_000
    """The number of emails that it accepts per connection."""
    goes_silent: bool = False
    """Whether it accepts the next email and then breaks the connection."""
    _taken: Counter[object] = field(default_factory=Counter)

    async def handle_MAIL(  # noqa: N802
        self,
        _server: SMTP,
        session: Session,
        envelope: Envelope,
        address: str,
        _options: list[str],
    ) -> str:
        if self._taken[session.peer] >= self.most:
            return "421 That is enough"
        envelope.mail_from = address
        return "250 OK"

    async def handle_RCPT(  # noqa: N802
        self,
        _server: SMTP,
        _session: Session,
        envelope: Envelope,
        address: str,
        _options: list[str],
    ) -> str:
        if address in self.answers:
            return self.answers[address]
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        assert isinstance(envelope.content, bytes)
        self.connections.add(session.peer)
        self._taken[session.peer] += 1
        self.raw.append(envelope.content)
        mail = message_from_bytes(envelope.content, policy=policy.default)
        assert isinstance(mail, EmailMessage)
        self.mails.append(mail)
        if self.goes_silent:
            self.goes_silent = False
            assert server.transport is not None
            server.transport.close()
        return "250 OK"


@contextmanager
def post_office(*, takes_unicode: bool = True) -> Iterator[tuple[Post, int]]:
    """Yield the server and its port."""
    post = Post()
    port = free_port()
    controller = Controller(post, hostname="127.0.0.1", port=port, enable_SMTPUTF8=takes_unicode)
    controller.start()
    try:
        yield post, port
    finally:
        controller.stop()


def mail_server(port: int) -> SmtpSettings:
    """Return settings of an installation that sends through a server at this port."""
    return SmtpSettings(host="127.0.0.1", port=port, security="none")
