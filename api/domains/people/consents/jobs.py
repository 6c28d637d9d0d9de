"""The job that sends the mails that ask for a confirmation."""

from typing import Any

from api.domains.people.consents.service import CONFIRM
from api.integrations.ports.mail_sender import MailFailed
from api.jobs.registry import JobContext, TemporaryJobFailure, job


@job(CONFIRM)
def send_confirmation(context: JobContext, args: dict[str, Any]) -> dict[str, Any]:
    """Send one planned mail, unless it was sent."""
    from api.domains.people.consents.mails import ConfirmationMails
    from api.integrations.mail_sender import mail_senders

    mails = ConfirmationMails(context, mail_senders(context.settings, context.now))
    try:
        return {"sent": mails.send(args["mail_id"])}
    except MailFailed as failure:
        raise TemporaryJobFailure(f"The mail was not sent: {failure}") from failure
