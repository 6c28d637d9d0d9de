"""Mails through an SMTP server."""

import smtplib
import ssl
from contextlib import suppress
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formatdate, parseaddr

import dkim

from api.integrations.ports.mail_sender import (
    DkimKey,
    Handled,
    Mail,
    MailFailed,
    MailRefused,
    MailUncertain,
)
from api.integrations.smtp.config import SmtpSettings
from api.kit.mail_templates import one_line

TIMEOUT_SECONDS = 30.0
SIGNED = [
    *(b"from", b"to", b"subject", b"date", b"message-id", b"mime-version", b"content-type"),
    *(b"list-unsubscribe", b"list-unsubscribe-post"),
]
"""Headers that a signature covers; RFC 8058 needs the last two."""
WIRE = SMTP.clone(cte_type="7bit")
"""Relays that know no eight bits would change a mail, and its signature would fit no more."""
PERMANENT = 500
"""From this answer on a server refuses for good."""


class SmtpMail:
    """Hands each mail over in a connection of its own, encrypted unless the setting says otherwise."""

    def __init__(self, settings: SmtpSettings) -> None:
        self._settings = settings

    def send(self, org_id: str, mail: Mail) -> Handled:  # noqa: ARG002 - one server for all
        """Send it. Raises MailFailed."""
        try:
            message = _signed(self._message(mail).as_bytes(policy=WIRE), mail.dkim)
            envelope = parseaddr(self._settings.sender)[1]
        except ValueError as failure:
            raise MailFailed("It has an address or a header that no mail can have.") from failure
        try:
            server = self._connected()
        except (smtplib.SMTPException, OSError) as failure:
            raise MailFailed(f"The mail server did not take it: {_reason(failure)}") from failure
        try:
            server.sendmail(envelope, [mail.to], message)
        except (smtplib.SMTPException, OSError) as failure:
            raise _failed(failure) from failure
        finally:
            with suppress(smtplib.SMTPException, OSError):
                server.quit()
            server.close()
        return "sent"

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


def _signed(message: bytes, key: DkimKey | None) -> bytes:
    if key is None:
        return message
    signature: bytes = dkim.sign(
        message,
        key.selector.encode(),
        key.domain.encode(),
        key.private_key.encode(),
        canonicalize=(b"relaxed", b"relaxed"),
        include_headers=SIGNED,
    )
    return signature + message


def _failed(failure: Exception) -> MailFailed:
    """What a failure says of a mail that was being handed over."""
    text = f"The mail server did not take it: {_reason(failure)}"
    if isinstance(failure, smtplib.SMTPRecipientsRefused):
        codes = [code for code, _ in failure.recipients.values()]
        return (MailRefused if min(codes, default=0) >= PERMANENT else MailFailed)(text)
    if isinstance(failure, smtplib.SMTPResponseException | smtplib.SMTPSenderRefused):
        return MailFailed(text)
    # The line broke, perhaps after the server had all of it.
    return MailUncertain(text)


def _reason(failure: Exception) -> str:
    """Why, without what a server says about our own password."""
    if isinstance(failure, smtplib.SMTPAuthenticationError):
        return "it refused the login"
    if isinstance(failure, smtplib.SMTPRecipientsRefused):
        return "it refused the address"
    if isinstance(failure, ssl.SSLError):
        return "its certificate is not trusted"
    return type(failure).__name__
