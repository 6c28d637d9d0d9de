"""The periodic tasks and jobs that run updates and notify phones of changes."""

from datetime import datetime
from typing import Any

from sqlalchemy import Engine

from api.jobs.registry import JobContext, job, periodic_task
from runtime.settings import Settings


@periodic_task
def push_changed_passes(settings: Settings, engine: Engine, now: datetime) -> None:  # noqa: ARG001
    """Queue phones that are due for another attempt, and those that a killed worker left behind."""
    from api.domains.wallet.pass_updates.pushing import queue_due

    queue_due(engine, now)


@job("passes.push")
def push(context: JobContext, args: dict[str, Any]) -> dict[str, Any]:  # noqa: ARG001
    """Notify the phones of an organisation."""
    from api.domains.wallet.pass_updates.pushing import DuePushes
    from api.integrations.pass_pusher import pass_pusher

    return DuePushes(context, pass_pusher(context.settings)).push()


@periodic_task
def run_pass_updates(settings: Settings, engine: Engine, now: datetime) -> None:  # noqa: ARG001
    """Queue updates that are due."""
    from api.domains.wallet.pass_updates.running import queue_due

    queue_due(engine, now)
