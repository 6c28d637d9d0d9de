"""The periodic task and the job that bring changes of passes to Google."""

from datetime import datetime
from typing import Any

from sqlalchemy import Engine

from api.jobs.registry import JobContext, job, periodic_task
from runtime.settings import Settings


@periodic_task
def queue_google_passes(settings: Settings, engine: Engine, now: datetime) -> None:  # noqa: ARG001
    """Queue the work of organisations in which a pass is due: what a crash or an outage left behind."""
    from api.domains.wallet.google_passes.sending import queue_due

    queue_due(engine, now)


@job("google_passes.send")
def send(context: JobContext, args: dict[str, Any]) -> dict[str, Any]:  # noqa: ARG001
    """Bring each changed pass to Google as it is now, and wake its holder's phone where that is wanted."""
    from api.domains.wallet.google_passes.sending import GoogleSender

    return GoogleSender(context).send()
