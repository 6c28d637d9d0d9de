"""Requests and answers about jobs."""

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints

from api.kit.schemas import OrgBody, Schema


class JobRef(OrgBody):
    """Which job."""

    job_id: Annotated[str, StringConstraints(min_length=1, max_length=64)]


class JobRead(Schema):
    """How far a job is and how it ended."""

    job_id: str
    kind: str
    state: Literal["queued", "running", "done", "failed", "cancelled"]
    done: int = Field(description="How many of `total` are done")
    total: int | None
    result: dict[str, Any] | None
    error: str | None = Field(description="Why it failed, for people")
    created_at: datetime
    started_at: datetime | None
    finished_at: datetime | None
