"""What is due of games: ends, and prizes that were not claimed."""

from datetime import datetime
from typing import Any

from sqlalchemy import Engine
from sqlalchemy.orm import Session

from api.db.session import enter_tenant
from api.domains.promotions.games.dependencies import games_of
from api.domains.promotions.prizes.service import orgs_due
from api.jobs.queue import Jobs
from api.jobs.registry import JobContext

SETTLE = "games.settle"


def queue_due(engine: Engine, now: datetime) -> int:
    """Queue one job for each organisation in which something is due; returns how many."""
    with Session(engine) as session:
        due = orgs_due(session, now)
    for org_id in due:
        with Session(engine) as session, session.begin():
            enter_tenant(session, org_id)
            Jobs(session, now).enqueue(org_id, SETTLE, {})
    return len(due)


def settle_due(context: JobContext) -> dict[str, Any]:
    """Settle one organisation's games. An interrupted job is called again: each step is done once."""
    with context.session() as session:
        games = games_of(session, context.settings, context.now())
        return {"changed": games.settle(context.org_id)}
