"""Emails that are stored instead of sent."""

from api.integrations.ports.mail_sender import Handled, Mail, MailFailed
from api.integrations.sandbox.messages import Kept


class SandboxMail(Kept):
    """Stores emails."""

    def send(self, org_id: str, mail: Mail) -> Handled:
        """Store an email. Raises MailFailed in production, where a mail server must be set."""
        if not self._may_serve:
            raise MailFailed("No mail server is set.")
        self._keep(org_id, "email", mail.to, mail.text, subject=mail.subject, html=mail.html)
        return "kept"
