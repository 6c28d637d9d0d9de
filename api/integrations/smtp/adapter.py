"""Email through an SMTP server."""

import smtplib
import ssl
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formatdate, parseaddr

from email_validator import EmailNotValidError, validate_email

from api.integrations.ports.mail_sender import (
    DkimKey,
    Handled,
    Mail,
    MailFailed,
    MailRefused,
    MailUncertain,
    SendMail,
)
from api.integrations.smtp.config import SmtpSettings
from api.kit.mail_templates import one_line

TIMEOUT_SECONDS = 30.0
SIGNED = [
    *(b"from", b"to", b"subject", b"date", b"message-id", b"mime-version", b"content-type"),
    *(b"list-unsubscribe", b"list-unsubscribe-post"),
]
"""The headers covered by a signature; RFC 8058 requires the last two."""
WIRE = SMTP.clone(cte_type="7bit")
"""Relays without 8-bit support would change an email and so invalidate its signature."""
PERMANENT = 500
"""From this status on, a server refuses permanently."""


class SmtpMail:
    """Hands emails to a server, encrypted unless the setting disables it."""

    def __init__(self, settings: SmtpSettings) -> None:
        self._settings = settings

    def send(self, org_id: str, mail: Mail) -> Handled:  # noqa: ARG002 - one server for all
        """Send an email in its own connection. Raises MailFailed."""
        with self.connection() as send:
            send(mail)
        return "sent"

    @contextmanager
    def connection(self) -> Iterator[SendMail]:
        """Yield a function that sends emails one after the other. If the server has closed the connection meanwhile, it
        is opened again.
        """
        line = _Line(self._connected)
        envelope = parseaddr(self._settings.sender)[1]

        def send(mail: Mail) -> None:
            try:
                mail = replace(mail, to=_on_the_wire(mail.to))
                policy = WIRE if mail.to.isascii() else WIRE.clone(utf8=True)
                message = _signed(self._message(mail).as_bytes(policy=policy), mail.dkim)
            except ValueError as failure:
                text = "It has an address or a header that no mail can have."
                raise MailFailed(text) from failure
            line.send(envelope, mail.to, message)

        try:
            yield send
        finally:
            line.close()

    def _connected(self) -> smtplib.SMTP:
        settings = self._settings
        host = settings.host or "localhost"
        if settings.security == "tls":
            server: smtplib.SMTP = smtplib.SMTP_SSL(
                host,
                settings.port,
                timeout=TIMEOUT_SECONDS,
                context=ssl.create_default_context(),
            )
        else:
            server = smtplib.SMTP(host, settings.port, timeout=TIMEOUT_SECONDS)
        try:
            if settings.security == "starttls":
                server.starttls(context=ssl.create_default_context())
            if settings.user and settings.password:
                server.login(settings.user, settings.password.get_secret_value())
        except BaseException:
            server.close()
            raise
        return server

    def _message(self, mail: Mail) -> EmailMessage:
        message = EmailMessage()
        message["From"] = mail.sender or self._settings.sender
        message["To"] = mail.to
        message["Subject"] = one_line(mail.subject)
        message["Date"] = formatdate(localtime=False)
        message["Auto-Submitted"] = "auto-generated"
        for name, value in mail.headers.items():
            message[name] = value
        message.set_content(mail.text)
        message.add_alternative(mail.html, subtype="html")
        for picture in mail.pictures:
            html = message.get_payload()[-1]  # type: ignore[index]
            assert isinstance(html, EmailMessage)
            html.add_related(picture.png, "image", "png", cid=f"<{picture.name}>")
        return message


def _on_the_wire(to: str) -> str:
    """Return the address with its domain in ASCII, which every server accepts; unchanged if it is not an address."""
    try:
        found = validate_email(to, check_deliverability=False, test_environment=True)
    except EmailNotValidError:
        return to
    return found.ascii_email or to


class _Line:
    """A connection to a mail server that sends emails one after the other."""

    def __init__(self, connected: Callable[[], smtplib.SMTP]) -> None:
        self._connected = connected
        self._server: smtplib.SMTP | None = None

    def send(self, sender: str, to: str, message: bytes) -> None:
        """Send an email. Raises MailFailed."""
        try:
            server = self._ready(sender, to)
        except smtplib.SMTPNotSupportedError as unknown:
            text = "The mail server takes no address with letters outside ASCII."
            raise MailRefused(text) from unknown
        except smtplib.SMTPRecipientsRefused as refused:
            self._reset()
            text = f"The mail server did not take it: {_reason(refused)}"
            raise (MailRefused if _is_final(refused) else MailFailed)(text) from refused
        except (smtplib.SMTPException, OSError) as failure:
            self.close()
            text = f"The mail server did not take it: {_reason(failure)}"
            raise MailFailed(text) from failure
        try:
            code, _ = server.data(message)
        except smtplib.SMTPDataError as failure:  # before any of the email was sent
            self.close()
            raise MailFailed("The mail server did not take it: it refused the mail") from failure
        except (smtplib.SMTPException, OSError) as failure:
            self.close()
            text = f"The connection to the mail server broke: {_reason(failure)}"
            raise MailUncertain(text) from failure
        if code != 250:
            self.close()
            raise MailFailed(f"The mail server did not take it: it answered {code}")

    def _ready(self, sender: str, to: str) -> smtplib.SMTP:
        """Return a server that has accepted the sender and the recipient, and waits for the email."""
        if self._server is not None:
            try:
                return _addressed(self._server, sender, to)
            except (smtplib.SMTPRecipientsRefused, smtplib.SMTPNotSupportedError):
                raise
            except (smtplib.SMTPException, OSError):  # idle for too long, or enough mails
                self.close()
        self._server = self._connected()
        return _addressed(self._server, sender, to)

    def _reset(self) -> None:
        try:
            if self._server is not None:
                self._server.rset()
        except (smtplib.SMTPException, OSError):
            self.close()

    def close(self) -> None:
        """Close the connection; the next email opens another one."""
        server, self._server = self._server, None
        if server is not None:
            with suppress(smtplib.SMTPException, OSError):
                server.quit()
            server.close()


def _addressed(server: smtplib.SMTP, sender: str, to: str) -> smtplib.SMTP:
    server.ehlo_or_helo_if_needed()
    # https://www.rfc-editor.org/rfc/rfc6531
    code, answer = server.mail(sender, () if to.isascii() else ("SMTPUTF8",))
    if code != 250:
        raise smtplib.SMTPSenderRefused(code, answer, sender)
    code, answer = server.rcpt(to)
    if code not in (250, 251):
        raise smtplib.SMTPRecipientsRefused({to: (code, answer)})
    return server


def _is_final(refused: smtplib.SMTPRecipientsRefused) -> bool:
    return min((code for code, _ in refused.recipients.values()), default=0) >= PERMANENT


def _signed(message: bytes, key: DkimKey | None) -> bytes:
    if key is None:
        return message
    import dkim

    signature: bytes = dkim.sign(
        message,
        key.selector.encode(),
        key.domain.encode(),
        key.private_key.encode(),
        canonicalize=(b"relaxed", b"relaxed"),
        include_headers=SIGNED,
    )
    return signature + message


def _reason(failure: Exception) -> str:
    """Return the reason for a failure, without anything that the server says about Waypost's own password."""
    if isinstance(failure, smtplib.SMTPAuthenticationError):
        return "it refused the login"
    if isinstance(failure, smtplib.SMTPRecipientsRefused):
        return "it refused the address"
    if isinstance(failure, ssl.SSLError):
        return "its certificate is not trusted"
    return type(failure).__name__
