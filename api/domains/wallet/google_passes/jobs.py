"""The periodic task and the job that send changes of passes to Google."""

from datetime import datetime
from typing import Any

from sqlalchemy import Engine

from api.jobs.registry import JobContext, job, periodic_task
from runtime.settings import Settings


@periodic_task
def queue_google_passes(settings: Settings, engine: Engine, now: datetime) -> None:  # noqa: ARG001
    """Queue the work of organisations with a due pass, for example after a crash or an outage."""
    from api.domains.wallet.google_passes.sending import queue_due

    queue_due(engine, now)


@job("google_passes.send")
def send(context: JobContext, args: dict[str, Any]) -> dict[str, Any]:  # noqa: ARG001
    """Send the current state of each changed pass to Google, and notify its holder's phone if requested."""
    from api.domains.wallet.google_passes.sending import GoogleSender

    return GoogleSender(context).send()
