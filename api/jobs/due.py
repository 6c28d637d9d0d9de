"""Queues jobs for the organisations in which something is due, each in a transaction of its own."""

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
    """Queue a job of a kind for each organisation that `due` finds; how many there are."""
    with Session(engine) as session:
        organizations = due(session)
    for org_id in organizations:
        with Session(engine) as session, session.begin():
            enter_tenant(session, org_id)
            Jobs(session, now).enqueue(org_id, kind, {})
    return len(organizations)


def queue_next(context: JobContext, kind: str) -> None:
    """Queue a job of the same organisation, behind those of others that wait by now."""
    with context.session() as session:
        Jobs(session, context.now()).enqueue(context.org_id, kind, {})
