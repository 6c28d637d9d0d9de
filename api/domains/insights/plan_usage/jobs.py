"""The periodic task and the job that count plan usage."""

from datetime import datetime
from typing import Any

from sqlalchemy import Engine

from api.jobs.registry import JobContext, job, periodic_task
from runtime.settings import Settings


@periodic_task
def count_plans(settings: Settings, engine: Engine, now: datetime) -> None:  # noqa: ARG001
    """Queue the count for organisations that were not counted for an hour."""
    from api.domains.insights.plan_usage.counting import queue_counts

    queue_counts(engine, now)


@job("plans.count")
def count_plan(context: JobContext, args: dict[str, Any]) -> dict[str, Any]:  # noqa: ARG001
    """Count an organisation's usage."""
    from api.domains.insights.plan_usage.counting import count_usage
    from warehouse.lake import Lake
    from warehouse.queries.analytics import Analytics

    analytics = Analytics(Lake.from_settings(context.settings))
    try:
        return count_usage(context, analytics)
    finally:
        analytics.close()
