"""Mails kept instead of sent."""

from collections.abc import Callable
from datetime import datetime

from sqlalchemy.orm import Session

from api.integrations.ports.mail_sender import Handled, Mail, MailFailed
from api.integrations.sandbox.messages import SandboxMessages
from api.integrations.sandbox.models import SandboxMessage


class SandboxMail:
    """Takes mails in the caller's transaction; never where real customers are."""

    def __init__(
        self, session: Session, now: datetime, new_id: Callable[[str], str], *, may_serve: bool
    ) -> None:
        self._messages = SandboxMessages(session)
        self._now = now
        self._new_id = new_id
        self._may_serve = may_serve

    def send(self, org_id: str, mail: Mail) -> Handled:
        """Keep the mail. Raises MailFailed in production, where a server must be set."""
        if not self._may_serve:
            raise MailFailed("No mail server is set.")
        self._messages.keep(
            SandboxMessage(
                message_id=self._new_id("msg"),
                org_id=org_id,
                channel="email",
                recipient=mail.to,
                subject=mail.subject,
                body=mail.text,
                html=mail.html,
                created_at=self._now,
            )
        )
        return "kept"
