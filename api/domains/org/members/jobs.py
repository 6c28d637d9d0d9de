"""The job that sends invitation emails."""

from typing import Any

from api.domains.org.members.service import INVITE
from api.jobs.registry import JobContext, job


@job(INVITE)
def send_invitation_mail(context: JobContext, args: dict[str, Any]) -> dict[str, Any]:
    """Send the email of an invitation, unless it was already sent."""
    from api.domains.org.members.invitation_mails import send_invitation
    from api.integrations.mail_sender import mail_senders

    sender = mail_senders(context.settings, context.now)
    return send_invitation(context, args["invitation_id"], sender)
