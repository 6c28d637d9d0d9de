"""Starts, reads and cancels jobs in the caller's transaction."""

from collections.abc import Callable, Sequence
from datetime import datetime
from itertools import takewhile
from typing import Annotated, Any

from fastapi import Depends
from sqlalchemy import text, update
from sqlalchemy.orm import Session

from api.db.session import SessionDep
from api.db.tenancy import Repository
from api.jobs.models import Job
from api.kit.clock import NowDep
from api.kit.errors import NotFound
from api.kit.ids import new_id

MOST_ENDED = 50
_QUEUE = text("select queue_job(:job_id, :org_id, :is_bulk, :at)")


class JobNotFound(NotFound):
    code = "job_not_found"
    message = "Job not found."


class JobRepository(Repository[Job]):
    """Jobs of one organisation."""

    model = Job

    def find(self, org_id: str, job_id: str) -> Job | None:
        """Return a job, or None."""
        return self.session.scalar(self.scoped(org_id).where(Job.job_id == job_id))

    def queue(self, row: Job, *, is_bulk: bool, not_before: datetime | None = None) -> None:
        """Store the job and queue it for the workers, not before the given time if there is one. Both take effect on
        commit.
        """
        self.session.add(row)
        self.session.flush()
        self.session.execute(
            _QUEUE,
            {"job_id": row.job_id, "org_id": row.org_id, "is_bulk": is_bulk, "at": not_before},
        )

    def list_ended(self, org_id: str, kind: str, since: datetime) -> Sequence[Job]:
        """Return the jobs of a kind that were created since a time and have finished, newest first."""
        own = self.scoped(org_id).where(
            Job.kind == kind, Job.created_at >= since, Job.state.in_(("done", "failed"))
        )
        return self.session.scalars(own.order_by(Job.created_at.desc()).limit(MOST_ENDED)).all()

    def cancel(self, org_id: str, job_id: str, now: datetime) -> None:
        """Cancel a job that has not finished."""
        self.session.execute(
            update(Job)
            .where(Job.org_id == org_id, Job.job_id == job_id)
            .where(Job.state.in_(("queued", "running")))
            .values(state="cancelled", finished_at=now)
        )


class Jobs:
    """Jobs of the organisation whose tenant scope the session has entered."""

    def __init__(
        self, session: Session, now: datetime, new_id: Callable[[str], str] = new_id
    ) -> None:
        self._jobs = JobRepository(session)
        self._now = now
        self._new_id = new_id

    def enqueue(
        self,
        org_id: str,
        kind: str,
        args: dict[str, Any],
        *,
        total: int | None = None,
        created_by: str | None = None,
        is_bulk: bool = False,
        not_before: datetime | None = None,
    ) -> str:
        """Start a job and return its ID. The job exists if and only if the transaction commits.

        Jobs that may take longer than a minute are bulk jobs. An organisation has only one of them running at a time,
        and other jobs do not wait behind it.
        """
        row = Job(
            job_id=self._new_id("job"),
            org_id=org_id,
            kind=kind,
            args=args,
            state="queued",
            done=0,
            total=total,
            created_by=created_by,
            created_at=self._now,
        )
        self._jobs.queue(row, is_bulk=is_bulk, not_before=not_before)
        return row.job_id

    def record_done(
        self, org_id: str, kind: str, result: dict[str, Any], *, total: int, created_by: str | None
    ) -> str:
        """Store work that was done within the request as a finished job, and return its ID."""
        row = Job(
            job_id=self._new_id("job"),
            org_id=org_id,
            kind=kind,
            args={},
            state="done",
            done=total,
            total=total,
            result=result,
            created_by=created_by,
            created_at=self._now,
            started_at=self._now,
            finished_at=self._now,
        )
        self._jobs.session.add(row)
        self._jobs.session.flush()
        return row.job_id

    def last_failures(self, org_id: str, kind: str, since: datetime) -> list[datetime]:
        """Return when the jobs of a kind failed since the last one that succeeded, newest first."""
        ended = self._jobs.list_ended(org_id, kind, since)
        failed = takewhile(lambda it: it.state == "failed", ended)
        return [it.finished_at or it.created_at for it in failed]

    def get(self, org_id: str, job_id: str) -> Job:
        """Return a job.

        Raises:
            JobNotFound: the organisation has no job with this ID.
        """
        job = self._jobs.find(org_id, job_id)
        if job is None:
            raise JobNotFound
        return job

    def cancel(self, org_id: str, job_id: str) -> Job:
        """Cancel a job. A finished job does not change."""
        job = self.get(org_id, job_id)
        self._jobs.cancel(org_id, job_id, self._now)
        self._jobs.session.refresh(job)
        return job


async def _jobs(session: SessionDep, now: NowDep) -> Jobs:
    return Jobs(session, now)


JobsDep = Annotated[Jobs, Depends(_jobs)]
