"""Periodic tasks and jobs of plans and payments."""

from datetime import datetime
from typing import Any

from sqlalchemy import Engine

from api.jobs.registry import JobContext, job, periodic_task
from runtime.settings import Settings


@periodic_task
def keep_plans(settings: Settings, engine: Engine, now: datetime) -> None:
    """Bring quotas up to date, and queue the events that wait to be applied."""
    from api.domains.commerce.payments.quotas import keep_quotas
    from api.domains.commerce.payments.webhooks import queue_waiting

    keep_quotas(settings, engine)
    queue_waiting(engine, now)


@job("payments.apply")
def apply_payments(context: JobContext, args: dict[str, Any]) -> dict[str, Any]:  # noqa: ARG001
    """Bring an organisation's plan and credits in line with the payment provider."""
    from api.domains.commerce.payments.webhooks import apply_events

    return apply_events(context)
