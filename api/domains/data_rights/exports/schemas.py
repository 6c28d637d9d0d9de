"""Requests and answers about exports."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import AliasChoices, Field, StringConstraints

from api.domains.insights.analytics.schemas import AS_OF_ANSWERED, AskAnalytics, AsOf, VisitorName
from api.kit.schemas import OrgBody, Schema

SomeId = Annotated[str, StringConstraints(max_length=64)]


class ExportParams(AskAnalytics):
    """A question as the dashboard asks it, and which file is wanted of the answer."""

    id: SomeId | None = Field(
        None,
        validation_alias=AliasChoices("id", "batch_id", "base_code_id", "code_id"),
        description="Of one-time codes, their batch or base; of submissions, their code",
    )
    visitor: VisitorName | None = Field(
        None, description="Only of the visitor with this name: events, and reports of visitors"
    )
    format: Literal["csv", "parquet"] = "csv"


class ExportCsv(OrgBody):
    """Which table, and of what."""

    from_: Annotated[str, StringConstraints(min_length=1, max_length=64)] = Field(
        validation_alias=AliasChoices("from", "from_"),
        serialization_alias="from",
        description="`series`, `events`, `customers`, `one_time_codes`, `submissions`, a report, "
        "or a dimension like `code`",
    )
    params: ExportParams = Field(default_factory=ExportParams)


class ExportColumn(Schema):
    """What stands in a column of the file."""

    name: str
    type: str
    unit: str = Field(description="Empty where a value has none")
    definition: str


class CsvFile(Schema):
    """The file, or the job that makes it when it is too long to be sent at once."""

    file_name: str
    media_type: str = "text/csv; charset=utf-8"
    columns: list[ExportColumn] = Field([], description="The dictionary of the file's columns")
    from_: datetime | None = Field(
        None,
        validation_alias=AliasChoices("from_", "from"),
        serialization_alias="from",
        description="Of a table that has a range; inclusive",
    )
    to: datetime | None = Field(None, description="Exclusive")
    timezone: str | None = None
    as_of: datetime | None = Field(
        None, description="Arrival of the newest event that was counted; none of Postgres's tables"
    )
    tail_events: int = Field(0, description="Events counted one by one, beyond the marts")
    dimensions_as_of: AsOf | None = Field(None, description=AS_OF_ANSWERED)
    data: str | None = Field(None, description="The file's bytes in base64")
    job_id: str | None = Field(
        None,
        description="Over 1 million rows: ask get-job until its result has the `url` of the file "
        "and the `columns_url` of its dictionary",
    )
