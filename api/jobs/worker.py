"""The worker: takes queued jobs and does them, one database transaction a step."""

import asyncio
import time
from collections.abc import Callable
from datetime import datetime

import procrastinate
import structlog
from procrastinate import PsycopgConnector, RetryStrategy
from sqlalchemy import Engine, case, func, update

from api.db.engine import make_engine
from api.jobs.models import Job
from api.jobs.registry import (
    CHORES,
    JOBS,
    NIGHTLY,
    UNHURRIED,
    JobCancelled,
    JobContext,
    JobFailed,
    JobTroubled,
    Result,
)
from api.kit.clock import Clock, utc_now
from runtime.disk_space import DiskSpace, disk_space
from runtime.settings import Settings

TASK = "waypost.job"
"""The one task that procrastinate knows; `queue_job` (migration 0016) names it too."""

TRIES = 3
AT_ONCE = 2
STALLED_AFTER = 120.0
ROOM_EVERY = 5.0
"""Seconds between two looks at a disk that was low."""
NIGHT = "23 3 * * *"
"""When nightly tasks run, UTC."""
STATEMENT_TIMEOUT = "120s"
UNEXPECTED = "Something went wrong on our side."

log = structlog.get_logger(__name__)


def make_worker(settings: Settings, clock: Clock = utc_now) -> procrastinate.App:
    """A procrastinate app that does the declared jobs."""
    app = procrastinate.App(connector=PsycopgConnector(conninfo=settings.database_url, max_size=6))
    engine = make_engine(settings, statement_timeout=STATEMENT_TIMEOUT, idle_timeout="300s")

    @app.task(
        name=TASK, retry=RetryStrategy(max_attempts=TRIES, exponential_wait=4), pass_context=True
    )
    def run(context: procrastinate.JobContext, job_id: str, org_id: str) -> None:
        wait_for_room(disk_space(settings))
        tried = context.job.attempts
        if tried >= TRIES:  # what kills its worker raises nothing; without this it would for ever
            give_up(engine, clock, job_id, org_id)
        else:
            do_job(settings, engine, clock, job_id, org_id, is_last=tried + 1 >= TRIES)

    @app.periodic(cron="* * * * *")
    @app.task(name="waypost.requeue_stalled", queueing_lock="requeue_stalled", pass_context=True)
    async def requeue_stalled(context: procrastinate.JobContext, timestamp: int) -> None:  # noqa: ARG001
        manager = context.app.job_manager
        for stalled in await manager.get_stalled_jobs(seconds_since_heartbeat=STALLED_AFTER):
            log.warning("a job's worker died; the job is done again", job=stalled.id)
            await manager.retry_job(stalled)

    @app.periodic(cron="* * * * *")
    @app.task(name="waypost.every_minute", queueing_lock="every_minute")
    def every_minute(timestamp: int) -> None:  # noqa: ARG001
        for chore in CHORES:
            try:
                chore(settings, engine, clock())
            except Exception:  # the other chores are as urgent
                log.exception("a chore failed", chore=chore.__name__)

    @app.periodic(cron="* * * * *")
    @app.task(name="waypost.unhurried", queueing_lock="unhurried", lock="unhurried")
    def unhurried(timestamp: int) -> None:  # noqa: ARG001
        for task in UNHURRIED:
            try:
                task(settings, engine, clock())
            except Exception:
                log.exception("unhurried work failed", task=task.__name__)

    @app.periodic(cron=NIGHT)
    @app.task(name="waypost.nightly", queueing_lock="nightly")
    def tidy_up(timestamp: int) -> None:  # noqa: ARG001
        do_nightly(settings, clock)

    return app


def wait_for_room(space: DiskSpace, sleep: Callable[[float], None] = time.sleep) -> None:
    """Return as soon as the disk has room for what a job writes."""
    while space.is_low():
        log.warning("a job waits for room on the disk", said=space.trouble())
        sleep(ROOM_EVERY)


def do_nightly(settings: Settings, clock: Clock) -> dict[str, int]:
    """Run every nightly task; one that fails keeps no other from its work. How much each took away."""
    done: dict[str, int] = {}
    for name, task in NIGHTLY.items():
        try:
            done[name] = task(settings, clock())
        except Exception:
            log.exception("a nightly task failed", task=name)
        else:
            log.info("a nightly task is done", task=name, removed=done[name])
    return done


def do_job(
    settings: Settings,
    engine: Engine,
    clock: Clock,
    job_id: str,
    org_id: str,
    *,
    is_last: bool = True,
) -> None:
    """Do one job and keep how it ended. An unexpected error is raised again, so that it is retried."""
    row = _begin(engine, org_id, job_id, clock)
    if row is None:
        return
    context = JobContext(job_id, org_id, row.created_by, settings, engine, clock)
    try:
        function = JOBS.get(row.kind)
        if function is None:
            raise JobFailed(f"Nobody knows how to do {row.kind}.")
        result = function(context, row.args)
    except JobCancelled:
        return
    except JobFailed as failure:
        _end(context, "failed", clock(), error=str(failure))
    except Exception as failure:
        log.exception("a job failed", job_id=job_id, kind=row.kind)
        if is_last:
            said = str(failure) if isinstance(failure, JobTroubled) else UNEXPECTED
            _end(context, "failed", clock(), error=said)
        raise
    else:
        _end(context, "done", clock(), result=result)


def give_up(engine: Engine, clock: Clock, job_id: str, org_id: str) -> None:
    """End a job whose workers died each time, unless it is over already."""
    log.error("a job was begun too often and is given up", job_id=job_id)
    context = JobContext(job_id, org_id, None, Settings.model_construct(), engine, clock)
    _end(context, "failed", clock(), error="It was begun several times and never came to its end.")


def _begin(engine: Engine, org_id: str, job_id: str, clock: Clock) -> Job | None:
    """Mark the job as running; None when it is over already."""
    context = JobContext(job_id, org_id, None, Settings.model_construct(), engine, clock)
    with context.session() as session:
        return session.scalar(
            update(Job)
            .where(Job.job_id == job_id, Job.org_id == org_id)
            .where(Job.state.in_(("queued", "running")))
            .values(state="running", started_at=func.coalesce(Job.started_at, clock()))
            .returning(Job)
        )


def _end(
    context: JobContext,
    state: str,
    now: datetime,
    *,
    result: Result = None,
    error: str | None = None,
) -> None:
    is_done = state == "done"
    with context.session() as session:
        session.execute(
            update(Job)
            .where(Job.job_id == context.job_id, Job.org_id == context.org_id)
            .where(Job.state == "running")
            .values(
                state=state,
                result=result,
                error=error,
                finished_at=now,
                done=case((Job.total.is_not(None), Job.total), else_=Job.done)
                if is_done
                else Job.done,
            )
        )


async def work(app: procrastinate.App, *, until_empty: bool = False) -> None:
    """Do jobs until told to stop, or until none is queued."""
    async with app.open_async():
        log.info("jobs are being done")
        await app.run_worker_async(
            concurrency=AT_ONCE,
            wait=not until_empty,
            install_signal_handlers=not until_empty,
            delete_jobs="always",
        )


def run_queued(settings: Settings, clock: Clock = utc_now) -> None:
    """Do all jobs that are queued now, then return."""
    asyncio.run(work(make_worker(settings, clock), until_empty=True))
