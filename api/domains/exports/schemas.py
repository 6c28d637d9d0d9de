"""Requests and answers about exports."""

from typing import Annotated

from pydantic import AliasChoices, Field, StringConstraints

from api.domains.analytics.schemas import AskAnalytics
from api.kit.schemas import OrgBody, Schema


class ExportParams(AskAnalytics):
    """A question as the dashboard asks it; for one-time codes, the id of their batch or base."""

    id: Annotated[str, StringConstraints(max_length=64)] | None = Field(
        None, validation_alias=AliasChoices("id", "batch_id", "base_code_id", "code_id")
    )


class ExportCsv(OrgBody):
    """Which table, and of what."""

    from_: Annotated[str, StringConstraints(min_length=1, max_length=64)] = Field(
        validation_alias=AliasChoices("from", "from_"),
        serialization_alias="from",
        description="`series`, `events`, `customers`, `one_time_codes`, or a dimension like `code`",
    )
    params: ExportParams = Field(default_factory=ExportParams.model_construct)


class CsvFile(Schema):
    """The file, or the job that makes it when it is too long to be sent at once."""

    file_name: str
    media_type: str = "text/csv; charset=utf-8"
    data: str | None = Field(None, description="The file's bytes in base64")
    job_id: str | None = Field(
        None, description="Over 1 million rows: ask get-job until its result has the `url`"
    )
