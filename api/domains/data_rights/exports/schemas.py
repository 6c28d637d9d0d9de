"""Request and response schemas of exports."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import AliasChoices, Field, StringConstraints

from api.domains.insights.analytics.schemas import (
    AS_OF_ANSWERED,
    AskAnalytics,
    DimensionsAsOf,
    VisitorName,
)
from api.kit.schemas import OrgBody, Schema

ExportId = Annotated[str, StringConstraints(max_length=64)]


class ExportParams(AskAnalytics):
    """A query as for `get-analytics`, and the format of the file."""

    id: ExportId | None = Field(
        None,
        validation_alias=AliasChoices("id", "batch_id", "base_code_id", "code_id"),
        description="For one-time codes, their batch or base; for submissions, their code",
    )
    page_id: ExportId | None = Field(None, description="For submissions: only those of this page")
    form_id: ExportId | None = Field(
        None,
        description="For submissions of a page: only those of this form, with a column for each question",
    )
    visitor: VisitorName | None = Field(
        None,
        description="Only rows of the visitor with this name; for events and reports about visitors",
    )
    format: Literal["csv", "parquet"] = "csv"


class ExportCsv(OrgBody):
    """The table to export and its parameters."""

    from_: Annotated[str, StringConstraints(min_length=1, max_length=64)] = Field(
        validation_alias=AliasChoices("from", "from_"),
        serialization_alias="from",
        description="`series`, `events`, `customers`, `one_time_codes`, `submissions`, a report, "
        "or a dimension like `code`",
    )
    params: ExportParams = Field(default_factory=ExportParams)


class ExportColumn(Schema):
    """A column of the file."""

    name: str
    type: str
    unit: str = Field(description="Empty if values have none")
    definition: str


class CsvFile(Schema):
    """The file, or the job that writes it if it is too large for one response."""

    file_name: str
    media_type: str = "text/csv; charset=utf-8"
    columns: list[ExportColumn] = Field([], description="The data dictionary of the file")
    from_: datetime | None = Field(
        None,
        validation_alias=AliasChoices("from_", "from"),
        serialization_alias="from",
        description="Start of the range, if the table has one; inclusive",
    )
    to: datetime | None = Field(None, description="Exclusive")
    timezone: str | None = None
    as_of: datetime | None = Field(
        None,
        description="When the newest counted event arrived; null for tables from Postgres",
    )
    tail_events: int = Field(
        0, description="Number of events that are not in the marts yet and were counted one by one"
    )
    dimensions_as_of: DimensionsAsOf | None = Field(None, description=AS_OF_ANSWERED)
    data: str | None = Field(None, description="The file's bytes in base64")
    job_id: str | None = Field(
        None,
        description="For more than 1 million rows: poll `get-job` until its result has the `url` of the"
        " file and the `columns_url` of its dictionary",
    )
