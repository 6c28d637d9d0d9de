"""Request and response schemas of jobs."""

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints

from api.kit.schemas import OrgBody, Schema


class JobRef(OrgBody):
    """The ID of a job."""

    job_id: Annotated[str, StringConstraints(min_length=1, max_length=64)]


class JobRead(Schema):
    """A job's state, progress and result."""

    job_id: str
    kind: str
    state: Literal["queued", "running", "done", "failed", "cancelled"]
    done: int = Field(description="How many of `total` are done")
    total: int | None
    result: dict[str, Any] | None
    error: str | None = Field(description="Why it failed, as text for users")
    created_at: datetime
    started_at: datetime | None
    finished_at: datetime | None
