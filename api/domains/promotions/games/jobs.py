"""The periodic task and the job that end games and return unclaimed prizes."""

from datetime import datetime
from typing import Any

from sqlalchemy import Engine

from api.jobs.registry import JobContext, job, periodic_task
from runtime.settings import Settings


@periodic_task
def settle_games(settings: Settings, engine: Engine, now: datetime) -> None:  # noqa: ARG001
    """Queue jobs for organisations in which something is due."""
    from api.domains.promotions.games.expiry import queue_due

    queue_due(engine, now)


@job("games.settle")
def settle(context: JobContext, args: dict[str, Any]) -> dict[str, Any]:  # noqa: ARG001
    """End games that are over, and return unclaimed prizes."""
    from api.domains.promotions.games.expiry import settle_due

    return settle_due(context)
