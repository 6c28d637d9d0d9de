"""Worker tasks for messages to browsers: the periodic task, and following events. Their job is among those of all
messages, which pass the same gate.
"""

from datetime import datetime

from sqlalchemy import Engine

from api.domains.messaging.web_push.following import FOLLOWER
from api.jobs.outbox_followers import outbox_follower
from api.jobs.registry import periodic_task
from runtime.settings import Settings

outbox_follower(FOLLOWER)


@periodic_task
def send_web_push_messages(settings: Settings, engine: Engine, now: datetime) -> None:  # noqa: ARG001
    """Queue messages that are due, and those that a killed worker left behind."""
    from api.domains.messaging.web_push.running import queue_due

    queue_due(engine, now)
