"""The periodic task and the job that create and send alerts."""

from datetime import datetime
from typing import Any

from sqlalchemy import Engine

from api.jobs.registry import JobContext, job, periodic_task
from runtime.settings import Settings


@periodic_task
def alert_owners(settings: Settings, engine: Engine, now: datetime) -> None:  # noqa: ARG001
    """Create alerts about new problems, and queue those that are due."""
    from api.domains.messaging.owner_alerts.detection import (
        detect_broken_connections,
        detect_broken_destinations,
        detect_expiring_certificates,
        detect_lost_domains,
        detect_used_up_quotas,
        queue_due,
    )

    detect_broken_destinations(engine, now)
    detect_broken_connections(engine, now)
    detect_lost_domains(engine, now)
    detect_expiring_certificates(engine, now)
    detect_used_up_quotas(engine, now)
    queue_due(engine, now)


@job("alerts.send")
def send_alert(context: JobContext, args: dict[str, Any]) -> dict[str, Any]:
    """Send an alert. A retry sends only the emails that were not sent."""
    from api.domains.messaging.owner_alerts.delivery import AlertSender
    from api.integrations.mail_sender import mail_senders

    make_sender = mail_senders(context.settings, context.now)
    return AlertSender(context, make_sender).send(args["alert_id"])
