"""Requests and answers about taking everything along."""

from typing import Literal

from pydantic import Field

from api.kit.schemas import OrgBody, Schema


class TakeAlong(OrgBody):
    """What to pack beside codes, pages and redirects."""

    events: Literal["csv", "parquet", "none"] = Field(
        "csv", description="In which format every scan and what came of it is added, if at all"
    )


class PackingStarted(Schema):
    """The job that packs; its result has the `url` of the archive, good for 24 hours."""

    job_id: str
