"""Sends emails that request confirmation of a consent through the gate, like all other messages."""

from typing import Any

from api.domains.messaging.messages.dependencies import gate_of
from api.domains.messaging.messages.types import MessageRequest
from api.domains.people.consents.mails import compose_confirmation
from api.jobs.registry import JobContext


def queue_confirmation(context: JobContext, mail_id: str) -> dict[str, Any]:
    """Queue a planned email once, or nothing if there is no longer anything to confirm."""
    org_id, settings, now = context.org_id, context.settings, context.now()
    with context.session() as session:
        mail = compose_confirmation(session, settings, org_id, mail_id, now)
        if mail is None:
            return {"queued": False}
        request = MessageRequest(
            mail.customer_id,
            "email",
            "service",
            mail.text,
            subject=mail.subject,
            html=mail.html,
            language=mail.language,
            not_after=mail.not_after,
        )
        gate = gate_of(session, settings, now)
        queued = gate.queue_one(org_id, "confirmation", mail_id, "", request, now)
    return {"queued": queued.state == "queued", "reason": queued.reason}
