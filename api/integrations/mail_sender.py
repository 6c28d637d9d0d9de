"""Which sender of mails this installation has: its SMTP server, or the sandbox."""

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
    """Whether mails leave this installation."""
    return settings.vendor(SmtpSettings).is_set


def outgoing_mail_sender(settings: Settings) -> BulkMailSender | None:
    """The sender whose mails leave this installation; None where there is no mail server."""
    smtp = settings.vendor(SmtpSettings)
    return SmtpMail(smtp) if smtp.is_set else None


def spf_mechanism(settings: Settings) -> str | None:
    """What the SPF record of a domain names so that mails may come from it; None if it needs none."""
    return settings.vendor(SmtpSettings).spf


def mail_senders(
    settings: Settings, now: Callable[[], datetime]
) -> Callable[[Session], MailSender]:
    """Makes senders that work in a session."""
    outgoing = outgoing_mail_sender(settings)

    def make(session: Session) -> MailSender:
        is_open = settings.environment == "development"
        return outgoing or SandboxMail(session, now(), new_id, may_serve=is_open)

    return make
