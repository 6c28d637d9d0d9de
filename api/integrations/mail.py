"""Which sender of mails this installation has: its SMTP server, or the sandbox."""

from collections.abc import Callable
from datetime import datetime

from sqlalchemy.orm import Session

from api.integrations.ports.mail_sender import MailSender
from api.integrations.sandbox.mail import SandboxMail
from api.integrations.smtp_mail import SmtpMail
from api.kit.ids import new_id
from runtime.settings import Settings


def mail_senders(
    settings: Settings, now: Callable[[], datetime]
) -> Callable[[Session], MailSender]:
    """Makes senders that work in a session."""

    def make(session: Session) -> MailSender:
        if settings.smtp_host:
            return SmtpMail(settings)
        is_open = settings.environment == "development"
        return SandboxMail(session, now(), new_id, may_serve=is_open)

    return make
