"""The periodic task that sends operator alerts."""

from datetime import datetime

from sqlalchemy import Engine

from api.jobs.registry import periodic_task
from runtime.settings import Settings


@periodic_task
def alert_operator(settings: Settings, engine: Engine, now: datetime) -> None:
    """Email changes of checks to the operator, if an address is configured."""
    from api.domains.messaging.operator_alerts.delivery import send_alerts
    from api.integrations.mail_sender import outgoing_mail_sender

    sender = outgoing_mail_sender(settings)
    if settings.operator_mail and sender is not None:
        send_alerts(engine, sender, settings.operator_mail, settings.base_url, now)
