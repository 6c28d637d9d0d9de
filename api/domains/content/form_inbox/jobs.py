"""The periodic task and the job that tell members of new answers."""

from datetime import datetime
from typing import Any

from sqlalchemy import Engine

from api.jobs.registry import JobContext, job, periodic_task
from runtime.settings import Settings


@periodic_task
def tell_of_answers(settings: Settings, engine: Engine, now: datetime) -> None:  # noqa: ARG001
    """Queue the mails of organisations whose forms have new answers."""
    from api.domains.content.form_inbox.mails import queue_due

    queue_due(engine, now)


@job("forms.tell")
def send_mails(context: JobContext, args: dict[str, Any]) -> dict[str, Any]:  # noqa: ARG001
    """Send what is due in an organisation."""
    from api.domains.content.form_inbox.mails import AnswerMails
    from api.integrations.mail_sender import mail_senders

    return AnswerMails(context, mail_senders(context.settings, context.now)).send()
