"""Requests and responses about imports."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from api.domains.people.customer_imports.types import DateOrder, ImportState
from api.domains.people.customers.schemas import Tag
from api.domains.people.customers.types import ExistingChoice
from api.kit.pagination import PagedBody
from api.kit.schemas import OrgBody, Schema

ImportId = Annotated[str, StringConstraints(min_length=1, max_length=64)]
Target = Annotated[
    str,
    StringConstraints(
        pattern=r"^(email|phone|first_name|last_name|full_name|language|time_zone|birthday|owner|tags"
        r"|field:[a-z][a-z0-9_]{0,39})$"
    ),
]


class ImportRef(OrgBody):
    """An import."""

    import_id: ImportId


class CheckImport(ImportRef):
    """The content of each column, and the options for reading the rows. Nothing is written yet."""

    mapping: list[Target | None] = Field(
        min_length=1,
        max_length=200,
        description="The field for each column, in order: `email`, `phone`, `first_name`,"
        " `last_name`, `full_name`, `language`, `time_zone`, `birthday`, `owner` (a"
        " member's email address), `tags`, or `field:` and the name of a custom field."
        " Null leaves a column out",
    )
    existing: ExistingChoice = Field(
        "fill",
        description="What to do with customers who already exist: `fill` adds missing values,"
        " `update` also replaces existing ones, `skip` leaves them unchanged",
    )
    dates: DateOrder | None = Field(
        None,
        description="Order of day and month in dates that don't begin with the year. By default that"
        " of the organisation's country",
    )
    tags: list[Tag] = Field([], max_length=20, description="Tags for every customer in the file")


class ListImports(PagedBody):
    """Imports, newest first."""


class ListImportProblems(PagedBody):
    """Problems of an import, in the order of its rows."""

    import_id: ImportId


class ImportColumn(Schema):
    """A column of the file."""

    header: str
    samples: list[str] = Field(description="Its first values, while the file is stored")
    target: str | None = Field(
        description="The field that it is matched with; at first the one that its header suggests"
    )


class ImportCounts(Schema):
    """What the import did, or would do, with the rows."""

    rows: int
    created: int
    changed: int
    unchanged: int
    refused: int
    noted: int = Field(description="Rows that were imported without a value that was not valid")


class ImportUndone(Schema):
    """The result of an undo."""

    removed: int
    restored: int
    kept: int = Field(
        description="Customers that were not reverted, because something about them is newer than the"
        " import"
    )


class ImportProgress(Schema):
    """The state, progress and counts of an import."""

    import_id: str
    file_name: str
    file_bytes: int
    encoding: str
    delimiter: str
    state: ImportState
    error: str | None
    progress: float = Field(description="Progress of the current step, from 0 to 1")
    counts: ImportCounts
    undone: ImportUndone
    can_undo: bool
    uploaded_at: datetime
    uploaded_by: str | None = Field(description="Name of the member who uploaded the file")
    finished_at: datetime | None
    undone_at: datetime | None


class ImportRead(ImportProgress):
    """An import of customers."""

    existing: ExistingChoice
    dates: DateOrder
    tags: list[str]


class ImportDetail(ImportRead):
    """An import with its columns."""

    columns: list[ImportColumn]


class ImportProblemRead(Schema):
    """The reason why a row was refused, or which of its values was left out."""

    row: int = Field(description="Row number as in a spreadsheet: the header is row 1")
    field: str
    message: str = Field(description="The problem; to be read after the name of the field")
    outcome: Literal["refused", "imported"]


class ImportProblemsFile(Schema):
    """The problems of an import as a file."""

    file_name: str
    media_type: str = "text/csv; charset=utf-8"
    data: str = Field(description="The file in base64")
