"""The calls for jobs."""

from api.auth.member import EditorDep, ViewerDep
from api.db.routing import ApiRouter
from api.domains.org.jobs.schemas import JobRead, JobRef
from api.jobs.queue import JobsDep

router = ApiRouter(tags=["jobs"])


@router.post("/v1/get-job")
def get_job(body: JobRef, me: ViewerDep, jobs: JobsDep) -> JobRead:
    """Get a job's state, progress and result."""
    return JobRead.model_validate(jobs.get(me.org_id, body.job_id))


@router.post("/v1/cancel-job")
def cancel_job(body: JobRef, me: EditorDep, jobs: JobsDep) -> JobRead:
    """Cancel a job. Finished steps are not undone, and a finished job does not change."""
    return JobRead.model_validate(jobs.cancel(me.org_id, body.job_id))
