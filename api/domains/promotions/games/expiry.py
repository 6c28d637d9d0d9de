"""Due work of games: ending games, and returning prizes that were not claimed."""

from datetime import datetime
from typing import Any

from sqlalchemy import Engine

from api.domains.promotions.games.dependencies import games_of
from api.domains.promotions.prizes.service import orgs_due
from api.jobs.due import queue_for_each
from api.jobs.registry import JobContext

SETTLE = "games.settle"


def queue_due(engine: Engine, now: datetime) -> int:
    """Queue one job for each organisation in which something is due; return how many."""
    return queue_for_each(
        engine, SETTLE, lambda session: orgs_due(session, now), now, backs_off=True
    )


def settle_due(context: JobContext) -> dict[str, Any]:
    """Settle one organisation's games. An interrupted job runs again, and each step takes effect once."""
    with context.session() as session:
        games = games_of(session, context.settings, context.now())
        return {"changed": games.settle(context.org_id)}
