"""Queues jobs for the organisations in which something is due, each in a separate transaction."""

from collections.abc import Callable, Sequence
from datetime import datetime

from sqlalchemy import Engine
from sqlalchemy.orm import Session

from api.db.session import enter_tenant
from api.jobs.queue import Jobs
from api.jobs.registry import JobContext


def queue_for_each(
    engine: Engine, kind: str, due: Callable[[Session], Sequence[str]], now: datetime
) -> int:
    """Queue a job of this kind for each organisation that `due` returns, and return their number."""
    with Session(engine) as session:
        organizations = due(session)
    for org_id in organizations:
        with Session(engine) as session, session.begin():
            enter_tenant(session, org_id)
            Jobs(session, now).enqueue(org_id, kind, {})
    return len(organizations)


def queue_next(context: JobContext, kind: str) -> None:
    """Queue a job of the same organisation, after the jobs of others that are already waiting."""
    with context.session() as session:
        Jobs(session, context.now()).enqueue(context.org_id, kind, {})
