"""The periodic task and the job that run campaigns."""

from datetime import datetime
from typing import Any

from sqlalchemy import Engine

from api.jobs.registry import JobContext, job, periodic_task
from runtime.settings import Settings


@periodic_task
def run_due_campaigns(settings: Settings, engine: Engine, now: datetime) -> None:  # noqa: ARG001
    """Queue a job for campaigns that are due."""
    from api.domains.messaging.campaigns.running import queue_due

    queue_due(engine, now)


@job("campaigns.run")
def run_campaigns(context: JobContext, args: dict[str, Any]) -> dict[str, Any]:  # noqa: ARG001
    """Run the campaigns of an organisation."""
    from api.domains.messaging.campaigns.running import DueCampaigns

    return DueCampaigns(context).run()
