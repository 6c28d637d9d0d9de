"""The periodic task and the job that send messages to browsers."""

from datetime import datetime
from typing import Any

from sqlalchemy import Engine

from api.jobs.registry import JobContext, job, periodic_task
from runtime.settings import Settings


@periodic_task
def send_web_push_messages(settings: Settings, engine: Engine, now: datetime) -> None:  # noqa: ARG001
    """Queue messages whose time has come, and what a killed worker left."""
    from api.domains.messaging.web_push.running import queue_due

    queue_due(engine, now)


@job("web_push.send")
def send(context: JobContext, args: dict[str, Any]) -> dict[str, Any]:  # noqa: ARG001
    """Send what is due in an organisation."""
    from api.domains.messaging.web_push.running import DueMessages
    from api.integrations.web_pusher import web_pusher

    return DueMessages(context, web_pusher(context.settings)).run()
