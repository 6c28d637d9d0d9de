"""Request and response schemas of data portability."""

from typing import Literal

from pydantic import Field

from api.kit.schemas import OrgBody, Schema


class StartPortableExport(OrgBody):
    """Optional content of the archive in addition to codes, pages and redirects."""

    events: Literal["csv", "parquet", "none"] = Field(
        "csv", description="Format of the events, or `none` to leave them out"
    )


class PackingStarted(Schema):
    """The job that writes the archive. Its result has the `url`, valid for 24 hours."""

    job_id: str
