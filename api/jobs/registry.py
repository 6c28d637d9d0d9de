"""Which function does which kind of job, and what it is given."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol

from sqlalchemy import Engine, func, select, update
from sqlalchemy.orm import Session

from api.db.session import enter_tenant
from api.jobs.models import Job
from runtime.settings import Settings

Result = dict[str, Any] | None


class JobCancelled(Exception):
    """Somebody cancelled the job; it stops where it is."""


class JobFailed(Exception):
    """The job can't be done, and trying again would not help. Its text is shown to people."""


class JobTroubled(Exception):
    """Something came between that may be gone at the next try. Its text is shown when none is left."""


@dataclass(frozen=True)
class JobContext:
    """What a job works with. Its sessions see its organisation's rows and no other's."""

    job_id: str
    org_id: str
    created_by: str | None
    settings: Settings
    engine: Engine
    now: Callable[[], datetime]

    @contextmanager
    def session(self) -> Iterator[Session]:
        """A session inside the organisation, committed when the block ends well."""
        with Session(self.engine, expire_on_commit=False) as session, session.begin():
            enter_tenant(session, self.org_id)
            yield session

    def wait(self, seconds: float) -> None:
        """Wait for somebody else's work.

        Raises:
            JobCancelled: nobody wants it any more.
        """
        time.sleep(seconds)
        with self.session() as session:
            mine = (Job.job_id == self.job_id, Job.org_id == self.org_id, Job.state == "running")
            if session.scalar(select(Job.job_id).where(*mine)) is None:
                raise JobCancelled

    def progress(self, done: int, total: int | None = None) -> None:
        """Say how far the work is, in a transaction of its own.

        Raises:
            JobCancelled: somebody cancelled the job.
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
    """Does one kind of job. It may be called again after it was interrupted, and must not mind."""

    def __call__(self, context: JobContext, args: dict[str, Any]) -> Result: ...


JOBS: dict[str, JobFunction] = {}

Chore = Callable[[Settings, Engine, datetime], None]

CHORES: list[Chore] = []


def every_minute(function: Chore) -> Chore:
    """Declare what a worker looks after each minute, over all organisations. Two workers may do it
    at once, and one may miss a minute.
    """
    CHORES.append(function)
    return function


UNHURRIED: list[Chore] = []


def unhurried(function: Chore) -> Chore:
    """Declare work that is begun each minute, over all organisations, and may take most of one. It keeps
    no chore waiting, and is done by one worker at a time.
    """
    UNHURRIED.append(function)
    return function


NightlyTask = Callable[[Settings, datetime], int]
"""Tidies up for all organisations at once, as the owner of the schema; how much it took away."""

NIGHTLY: dict[str, NightlyTask] = {}


def nightly(name: str) -> Callable[[NightlyTask], NightlyTask]:
    """Declare a function that the worker runs once a night. It may be run twice, and must not mind."""

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
