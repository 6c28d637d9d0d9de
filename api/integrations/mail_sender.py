"""Selects the mail sender of this installation: its SMTP server, or the sandbox."""

from collections.abc import Callable
from datetime import datetime

from sqlalchemy.orm import Session

from api.integrations.ports.mail_sender import BulkMailSender, MailSender
from api.integrations.sandbox.mail import SandboxMail
from api.integrations.smtp.adapter import SmtpMail
from api.integrations.smtp.config import SmtpSettings
from api.kit.ids import new_id
from runtime.settings import Settings


def can_mail(settings: Settings) -> bool:
    """Return whether emails leave this installation."""
    return settings.vendor(SmtpSettings).is_set


def outgoing_mail_sender(settings: Settings) -> BulkMailSender | None:
    """Return the sender whose emails leave this installation; None without a mail server."""
    smtp = settings.vendor(SmtpSettings)
    return SmtpMail(smtp) if smtp.is_set else None


def spf_mechanism(settings: Settings) -> str | None:
    """Return the mechanism that a domain's SPF record needs, so that emails may come from it; None if it needs none."""
    return settings.vendor(SmtpSettings).spf


def mail_senders(
    settings: Settings, now: Callable[[], datetime]
) -> Callable[[Session], MailSender]:
    """Return a factory of mail senders that work in a session."""
    outgoing = outgoing_mail_sender(settings)

    def make(session: Session) -> MailSender:
        is_open = settings.environment == "development"
        return outgoing or SandboxMail(session, now(), new_id, may_serve=is_open)

    return make
