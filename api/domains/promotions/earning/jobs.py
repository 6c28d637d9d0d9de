"""The periodic task and the job that process customers' actions."""

from datetime import datetime
from typing import Any

from sqlalchemy import Engine

from api.jobs.registry import JobContext, job, periodic_task
from runtime.settings import Settings


@periodic_task
def settle_earnings(settings: Settings, engine: Engine, now: datetime) -> None:  # noqa: ARG001
    """Queue jobs for organisations in which an action may give points."""
    from api.domains.promotions.earning.due_settlements import queue_due

    queue_due(engine, now)


@job("earning.settle")
def settle(context: JobContext, args: dict[str, Any]) -> dict[str, Any]:  # noqa: ARG001
    """Give points for form submissions, scans and birthdays, each in its own transaction."""
    from api.domains.promotions.earning.due_settlements import DueEarnings

    return DueEarnings(context).settle()
