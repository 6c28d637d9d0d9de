"""Queues jobs for the organisations in which something is due, each in a separate transaction."""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

import structlog
from sqlalchemy import Engine
from sqlalchemy.orm import Session

from api.db.session import enter_tenant
from api.jobs.queue import Jobs
from api.jobs.registry import JobContext

LONGEST_WAIT = timedelta(hours=1)
SEEN_BACK = timedelta(days=1)
"""How far back failures are counted."""

log = structlog.get_logger(__name__)


def queue_for_each(
    engine: Engine,
    kind: str,
    due: Callable[[Session], Sequence[str]],
    now: datetime,
    *,
    backs_off: bool = False,
) -> int:
    """Queue a job of this kind for each organisation that `due` returns, and return their number.

    With `backs_off`, an organisation whose last jobs of this kind failed waits: a minute after the first failure, twice
    as long after each further one, and at most an hour.
    """
    with Session(engine) as session:
        organizations = due(session)
    queued = 0
    for org_id in organizations:
        with Session(engine) as session, session.begin():
            enter_tenant(session, org_id)
            jobs = Jobs(session, now)
            if backs_off and _waits(jobs, org_id, kind, now):
                continue
            jobs.enqueue(org_id, kind, {})
            queued += 1
    return queued


def _waits(jobs: Jobs, org_id: str, kind: str, now: datetime) -> bool:
    failures = jobs.last_failures(org_id, kind, now - SEEN_BACK)
    if not failures:
        return False
    wait = min(timedelta(minutes=1) * 2 ** (len(failures) - 1), LONGEST_WAIT)
    if now < failures[0] + wait:
        return True
    if wait == LONGEST_WAIT:
        log.error("jobs keep failing", kind=kind, org_id=org_id, failures=len(failures))
    return False


def queue_next(context: JobContext, kind: str) -> None:
    """Queue a job of the same organisation, after the jobs of others that are already waiting."""
    with context.session() as session:
        Jobs(session, context.now()).enqueue(context.org_id, kind, {})
