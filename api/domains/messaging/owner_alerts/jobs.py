"""Alerts as workers make and send them."""

from datetime import datetime
from typing import Any

from sqlalchemy import Engine

from api.jobs.registry import JobContext, every_minute, job
from runtime.settings import Settings


@every_minute
def tell_owners(settings: Settings, engine: Engine, now: datetime) -> None:  # noqa: ARG001
    """Make alerts of what is new, and hand those that are due to the workers."""
    from api.domains.messaging.owner_alerts.noticing import notice_broken, notice_lost, queue_due

    notice_broken(engine, now)
    notice_lost(engine, now)
    queue_due(engine, now)


@job("alerts.send")
def send_alert(context: JobContext, args: dict[str, Any]) -> dict[str, Any]:
    """Send an alert; done again, it sends what was not sent."""
    from api.domains.messaging.owner_alerts.sending import AlertSender
    from api.integrations.mail_sender import mail_senders

    make_sender = mail_senders(context.settings, context.now)
    return AlertSender(context, make_sender).send(args["alert_id"])
