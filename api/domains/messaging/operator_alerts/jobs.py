"""Operator alerts as workers make and send them."""

from datetime import datetime

from sqlalchemy import Engine

from api.jobs.registry import every_minute
from runtime.settings import Settings


@every_minute
def tell_operator(settings: Settings, engine: Engine, now: datetime) -> None:
    """Tell of checks that began to fail or are well again, where an operator's address is set."""
    from api.domains.messaging.operator_alerts.sending import tell_news
    from api.integrations.mail_sender import outgoing_mail_sender

    sender = outgoing_mail_sender(settings)
    if settings.operator_mail and sender is not None:
        tell_news(engine, sender, settings.operator_mail, settings.base_url, now)
