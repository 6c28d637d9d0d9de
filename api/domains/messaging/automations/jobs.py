"""Background work for automations: follows events, checks dates, makes steps, and runs trials."""

from datetime import datetime
from typing import Any

from sqlalchemy import Engine

from api.domains.messaging.automations.dry_run import TRY
from api.domains.messaging.automations.following import FOLLOWER, RUN
from api.jobs.outbox_followers import outbox_follower
from api.jobs.registry import JobContext, job, periodic_task
from runtime.settings import Settings

outbox_follower(FOLLOWER)


@periodic_task
def run_due_automations(settings: Settings, engine: Engine, now: datetime) -> None:  # noqa: ARG001
    """Queue a job for each organisation with due automations."""
    from api.domains.messaging.automations.running import queue_due

    queue_due(engine, now)


@job(RUN)
def run_automations(context: JobContext, args: dict[str, Any]) -> dict[str, Any]:  # noqa: ARG001
    """Make the due steps of people in an organisation's automations."""
    from api.domains.messaging.automations.running import DueAutomations

    return DueAutomations(context).run()


@job(TRY)
def try_automation(context: JobContext, args: dict[str, Any]) -> dict[str, Any]:
    """Run a trial, which finds the people whom a plan would have reached."""
    from api.domains.messaging.automations.dry_run import try_plan

    return try_plan(context, args)
