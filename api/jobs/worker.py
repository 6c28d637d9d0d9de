"""The worker: runs queued jobs and periodic tasks."""

import asyncio
import signal
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime

import procrastinate
import structlog
from procrastinate import PsycopgConnector, RetryStrategy
from procrastinate.exceptions import ConnectorException, UniqueViolation
from procrastinate.jobs import Status
from sqlalchemy import Engine, case, func, update

from api.db.engine import make_engine
from api.jobs.models import Job
from api.jobs.registry import (
    JOBS,
    NIGHTLY,
    PERIODIC_TASKS,
    SLOW_PERIODIC_TASKS,
    JobCancelled,
    JobContext,
    JobFailed,
    Result,
    TemporaryJobFailure,
)
from api.kit.clock import Clock, utc_now
from api.kit.database_errors import quota_reached
from runtime.disk_space import DiskSpace, disk_space
from runtime.settings import Settings

TASK = "waypost.job"
"""The only task that procrastinate knows. `queue_job` (migration 0016) contains the same name."""

TRIES = 3
PERIODIC = "periodic"
CONCURRENCY = {"default": 4, "bulk": 2, PERIODIC: 3}
"""Number of concurrent jobs by queue. Each queue has separate workers, so that none waits for another."""
STALLED_AFTER = 120.0
"""Seconds without a heartbeat after which the jobs of a worker run again. Until then its row must stay, because a job
without a worker counts as stalled at once.
"""
CONNECTION_TIMEOUT = 10.0
"""Seconds that a worker waits for the database. It does not stop earlier while the database is unavailable."""
RESTART_SECONDS = 1.0
"""Seconds that a worker which lost the database waits before it tries again."""
DISK_CHECK_SECONDS = 5.0
"""Interval in seconds at which a job that waits for disk space checks again."""
NIGHT = "23 3 * * *"
"""Time of the nightly tasks, in UTC."""
STATEMENT_TIMEOUT = "120s"
UNEXPECTED = "Something went wrong on our side."

log = structlog.get_logger(__name__)


def make_worker(settings: Settings, clock: Clock = utc_now) -> procrastinate.App:
    """Return a procrastinate app that runs the declared jobs."""
    app = procrastinate.App(
        connector=PsycopgConnector(
            conninfo=settings.database_url,
            max_size=2 + sum(CONCURRENCY.values()),
            timeout=CONNECTION_TIMEOUT,
        )
    )
    engine = make_engine(
        settings,
        statement_timeout=STATEMENT_TIMEOUT,
        idle_timeout="300s",
        pool_size=2 * sum(CONCURRENCY.values()),
    )

    @app.task(
        name=TASK, retry=RetryStrategy(max_attempts=TRIES, exponential_wait=4), pass_context=True
    )
    def run(context: procrastinate.JobContext, job_id: str, org_id: str) -> None:
        wait_for_room(disk_space(settings))
        tried = context.job.attempts
        if (
            tried >= TRIES
        ):  # a job that kills its worker raises nothing and would be retried forever
            give_up(engine, clock, job_id, org_id)
        else:
            do_job(settings, engine, clock, job_id, org_id, is_last=tried + 1 >= TRIES)

    @app.periodic(cron="* * * * *")
    @app.task(
        name="waypost.requeue_stalled",
        queue=PERIODIC,
        queueing_lock="requeue_stalled",
        pass_context=True,
    )
    async def requeue_stalled(context: procrastinate.JobContext, timestamp: int) -> None:  # noqa: ARG001
        manager = context.app.job_manager
        for stalled in await manager.get_stalled_jobs(seconds_since_heartbeat=STALLED_AFTER):
            log.warning("stalled job requeued", job=stalled.id)
            try:
                await manager.retry_job(stalled)
            except UniqueViolation:  # a periodic task, which the clock has queued again
                await manager.finish_job(stalled, Status.FAILED, delete_job=True)

    @app.periodic(cron="* * * * *")
    @app.task(name="waypost.every_minute", queue=PERIODIC, queueing_lock="every_minute")
    def every_minute(timestamp: int) -> None:  # noqa: ARG001
        for task in PERIODIC_TASKS:
            try:
                task(settings, engine, clock())
            except Exception:  # the other tasks still run
                log.exception("periodic task failed", task=task.__name__)

    @app.periodic(cron="* * * * *")
    @app.task(
        name="waypost.slow_periodic_tasks",
        queue=PERIODIC,
        queueing_lock="slow_periodic_tasks",
        lock="slow_periodic_tasks",
    )
    def slow_periodic_tasks(timestamp: int) -> None:  # noqa: ARG001
        for task in SLOW_PERIODIC_TASKS:
            try:
                task(settings, engine, clock())
            except Exception:
                log.exception("periodic task failed", task=task.__name__)

    @app.periodic(cron=NIGHT)
    @app.task(name="waypost.nightly", queue=PERIODIC, queueing_lock="nightly")
    def nightly(timestamp: int) -> None:  # noqa: ARG001
        do_nightly(settings, clock)

    return app


def wait_for_room(space: DiskSpace, sleep: Callable[[float], None] = time.sleep) -> None:
    """Block until the disk has enough space for a job's output."""
    while space.is_low():
        log.warning("job waits for disk space", reason=space.problem())
        sleep(DISK_CHECK_SECONDS)


def do_nightly(settings: Settings, clock: Clock) -> dict[str, int]:
    """Run every nightly task, even if one fails, and return the number of rows that each removed."""
    done: dict[str, int] = {}
    for name, task in NIGHTLY.items():
        try:
            done[name] = task(settings, clock())
        except Exception:
            log.exception("nightly task failed", task=name)
        else:
            log.info("nightly task done", task=name, removed=done[name])
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
    """Run one job and store its outcome. An unexpected error is raised again, so that the job is retried."""
    row = _begin(engine, org_id, job_id, clock)
    if row is None:
        return
    context = JobContext(job_id, org_id, row.created_by, settings, engine, clock)
    try:
        function = JOBS.get(row.kind)
        if function is None:
            raise JobFailed(f"This version of Waypost has no job of the kind {row.kind}.")
        result = function(context, row.args)
    except JobCancelled:
        return
    except JobFailed as failure:
        _end(context, "failed", clock(), error=str(failure))
    except Exception as failure:
        over_quota = quota_reached(failure)
        if over_quota is not None:  # a retry would not help
            _end(context, "failed", clock(), error=over_quota.message)
            return
        log.exception("job failed", job_id=job_id, kind=row.kind)
        if is_last:
            reason = str(failure) if isinstance(failure, TemporaryJobFailure) else UNEXPECTED
            _end(context, "failed", clock(), error=reason)
        raise
    else:
        _end(context, "done", clock(), result=result)


def give_up(engine: Engine, clock: Clock, job_id: str, org_id: str) -> None:
    """Mark a job whose worker died at each attempt as failed, unless it has finished."""
    log.error("job given up after too many tries", job_id=job_id)
    context = JobContext(job_id, org_id, None, Settings.model_construct(), engine, clock)
    _end(
        context,
        "failed",
        clock(),
        error="It was started several times and never finished.",
        unfinished=("queued", "running"),  # its worker may have died while it waited for disk space
    )


def _begin(engine: Engine, org_id: str, job_id: str, clock: Clock) -> Job | None:
    """Mark the job as running. Return None if it has finished."""
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
    unfinished: Sequence[str] = ("running",),
) -> None:
    is_done = state == "done"
    with context.session() as session:
        session.execute(
            update(Job)
            .where(Job.job_id == context.job_id, Job.org_id == context.org_id)
            .where(Job.state.in_(unfinished))
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


async def _serve(app: procrastinate.App, queue: str, concurrency: int, stop: asyncio.Event) -> None:
    """Run the jobs of a queue until stopped.

    A procrastinate worker ends when the database becomes unavailable, and is restarted here. If it is cancelled during
    that time, it raises that error instead of `CancelledError`, so `stop` decides.
    """
    while not stop.is_set():
        try:
            await app.run_worker_async(
                queues=[queue],
                name=queue,
                concurrency=concurrency,
                install_signal_handlers=False,
                delete_jobs="always",
                stalled_worker_timeout=STALLED_AFTER,
            )
        except ConnectorException as failure:
            log.warning("worker lost the database", queue=queue, error=str(failure.__cause__))
        else:
            log.warning("worker ended by itself", queue=queue)
        await asyncio.sleep(RESTART_SECONDS)


async def work(app: procrastinate.App, stop: asyncio.Event) -> None:
    """Run jobs until `stop` is set. Jobs that have started are finished first."""
    asyncio.get_running_loop().set_default_executor(
        ThreadPoolExecutor(sum(CONCURRENCY.values()), "jobs")
    )
    async with app.open_async(), asyncio.TaskGroup() as group:
        workers = [
            group.create_task(_serve(app, queue, concurrency, stop))
            for queue, concurrency in CONCURRENCY.items()
        ]
        log.info("worker started")
        await stop.wait()
        for worker in workers:
            worker.cancel()


async def work_until_signal(app: procrastinate.App) -> None:
    """Run jobs until the process receives a signal to stop."""
    stop, loop = asyncio.Event(), asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)
    await work(app, stop)


ROUNDS = 20
"""Maximum number of passes over the queue in `run_queued`, because each job may queue another one."""


async def _work_until_empty(app: procrastinate.App) -> None:
    async with app.open_async():
        for _ in range(ROUNDS):
            await app.run_worker_async(
                concurrency=2,
                wait=False,
                install_signal_handlers=False,
                delete_jobs="always",
                stalled_worker_timeout=STALLED_AFTER,
            )
            # A worker with an empty queue ends after its last job, even if that job queued another
            # one.
            now = utc_now()
            todo = await app.job_manager.list_jobs_async(status="todo")
            if all(it.scheduled_at is not None and it.scheduled_at > now for it in todo):
                return


def run_queued(settings: Settings, clock: Clock = utc_now) -> None:
    """Run all jobs that are currently queued, then return."""
    asyncio.run(_work_until_empty(make_worker(settings, clock)))
