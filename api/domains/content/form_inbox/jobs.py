"""The periodic task and the job that notify members of new submissions."""

from datetime import datetime
from typing import Any

from sqlalchemy import Engine

from api.jobs.registry import JobContext, job, periodic_task
from runtime.settings import Settings


@periodic_task
def notify_of_answers(settings: Settings, engine: Engine, now: datetime) -> None:  # noqa: ARG001
    """Queue the emails of organisations whose forms have new submissions."""
    from api.domains.content.form_inbox.mails import queue_due

    queue_due(engine, now)


@job("forms.tell")
def send_mails(context: JobContext, args: dict[str, Any]) -> dict[str, Any]:  # noqa: ARG001
    """Send the due emails of an organisation."""
    from api.domains.content.form_inbox.mails import AnswerMails
    from api.integrations.mail_sender import mail_senders

    return AnswerMails(context, mail_senders(context.settings, context.now)).send()
