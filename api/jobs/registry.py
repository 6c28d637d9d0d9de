"""The functions of jobs and periodic tasks, by kind, and the context that they receive."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Protocol

from sqlalchemy import Engine, func, select, update
from sqlalchemy.orm import Session

from api.db.session import enter_tenant
from api.jobs.models import Job
from runtime.settings import Settings

Result = dict[str, Any] | None

SLICE_SECONDS = 60.0
"""Seconds that a job spends on endless work before other jobs run."""


class JobCancelled(Exception):
    """The job was cancelled and stops at this point."""


class JobFailed(Exception):
    """The job cannot be done, and a retry would not help. The message is shown to users."""


class TemporaryJobFailure(Exception):
    """The job failed for a reason that may be temporary. It is retried, and the message is shown after the last
    attempt.
    """


@dataclass(frozen=True)
class JobContext:
    """The resources of a job. Its sessions see only the rows of its organisation."""

    job_id: str
    org_id: str
    created_by: str | None
    settings: Settings
    engine: Engine
    now: Callable[[], datetime]
    started: float = field(default_factory=time.monotonic)

    def has_time(self) -> bool:
        """Return whether a job that can be continued may do more now. If not, `queue_next` queues it again."""
        return time.monotonic() - self.started < SLICE_SECONDS

    @contextmanager
    def session(self) -> Iterator[Session]:
        """Open a session in the tenant scope of the organisation, committed when the block ends without an error."""
        with Session(self.engine, expire_on_commit=False) as session, session.begin():
            enter_tenant(session, self.org_id)
            yield session

    def wait(self, seconds: float) -> None:
        """Wait for some seconds, then check that the job has not been cancelled.

        Raises:
            JobCancelled: the job was cancelled.
        """
        time.sleep(seconds)
        with self.session() as session:
            mine = (Job.job_id == self.job_id, Job.org_id == self.org_id, Job.state == "running")
            if session.scalar(select(Job.job_id).where(*mine)) is None:
                raise JobCancelled

    def progress(self, done: int, total: int | None = None) -> None:
        """Store the progress of the work, in a separate transaction.

        Raises:
            JobCancelled: the job was cancelled.
        """
        with self.session() as session:
            changed = (
                update(Job)
                .where(Job.job_id == self.job_id, Job.org_id == self.org_id)
                .where(Job.state == "running")
                .values(done=done, total=func.coalesce(total, Job.total))
                .returning(Job.job_id)
            )
            if session.scalar(changed) is None:
                raise JobCancelled


class JobFunction(Protocol):
    """Does one kind of job. It must be idempotent, because an interrupted job is called again."""

    def __call__(self, context: JobContext, args: dict[str, Any]) -> Result: ...


JOBS: dict[str, JobFunction] = {}

PeriodicTask = Callable[[Settings, Engine, datetime], None]

PERIODIC_TASKS: list[PeriodicTask] = []


def periodic_task(function: PeriodicTask) -> PeriodicTask:
    """Declare a short task that the worker runs each minute for all organisations. Two workers may run it
    at the same time, and a minute may be missed.
    """
    PERIODIC_TASKS.append(function)
    return function


SLOW_PERIODIC_TASKS: list[PeriodicTask] = []


def slow_periodic_task(function: PeriodicTask) -> PeriodicTask:
    """Declare a task that starts each minute for all organisations and may take most of it. Only one worker at a time
    runs it, and other periodic tasks do not wait for it.
    """
    SLOW_PERIODIC_TASKS.append(function)
    return function


NightlyTask = Callable[[Settings, datetime], int]
"""Cleans up for all organisations as the owner of the schema, and returns the number of removed rows."""

NIGHTLY: dict[str, NightlyTask] = {}


def nightly(name: str) -> Callable[[NightlyTask], NightlyTask]:
    """Declare an idempotent function that the worker runs once a night."""

    def declare(function: NightlyTask) -> NightlyTask:
        NIGHTLY[name] = function
        return function

    return declare


def job(kind: str) -> Callable[[JobFunction], JobFunction]:
    """Declare the function that does this kind of job."""

    def declare(function: JobFunction) -> JobFunction:
        if kind in JOBS and JOBS[kind] is not function:
            raise ValueError(f"two functions do the job {kind}")
        JOBS[kind] = function
        return function

    return declare
