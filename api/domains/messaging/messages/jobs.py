"""The periodic task and the job that send messages."""

from datetime import datetime
from typing import Any

from sqlalchemy import Engine

from api.jobs.registry import JobContext, job, periodic_task
from runtime.settings import Settings


@periodic_task
def send_due_messages(settings: Settings, engine: Engine, now: datetime) -> None:  # noqa: ARG001
    """Queue what waited for its time, what is to be tried again, and what a killed worker left."""
    from api.domains.messaging.messages.dispatching import queue_due

    queue_due(engine, now)


@job("messages.dispatch")
def dispatch(context: JobContext, args: dict[str, Any]) -> dict[str, Any]:  # noqa: ARG001
    """Send what is due in an organisation."""
    from api.domains.messaging.messages.dispatching import Dispatcher
    from api.domains.messaging.messages.sending import carriers_of

    carriers = carriers_of(context.settings, context.engine, context.now)
    return Dispatcher(context, carriers).run()
