"""Requests and answers about imports."""

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
    """Which import."""

    import_id: ImportId


class CheckImport(ImportRef):
    """What each column is, and how rows are read. Nothing is written yet."""

    mapping: list[Target | None] = Field(
        min_length=1,
        max_length=200,
        description="For each column in order: `email`, `phone`, `first_name`, `last_name`, `full_name`,"
        " `language`, `time_zone`, `birthday`, `owner` (a member's address), `tags`, or `field:` and the"
        " name of a custom field; null leaves it out",
    )
    existing: ExistingChoice = Field(
        "fill",
        description="Customers who are there already: `fill` adds what is missing, `update` also"
        " replaces other values, `skip` leaves them as they are",
    )
    dates: DateOrder | None = Field(
        None,
        description="Order of dates that don't begin with the year; first that of the organisation's country",
    )
    tags: list[Tag] = Field([], max_length=20, description="Tags for everybody in the file")


class ListImports(PagedBody):
    """Imports, the newest first."""


class ListImportProblems(PagedBody):
    """Problems of an import in the order of its rows."""

    import_id: ImportId


class ImportColumn(Schema):
    """A column of the file."""

    header: str
    samples: list[str] = Field(description="Its first values, as long as the file is stored")
    target: str | None = Field(
        description="What it is matched with; first what its header suggests"
    )


class ImportCounts(Schema):
    """What becomes, or became, of the rows."""

    rows: int
    created: int
    changed: int
    unchanged: int
    refused: int
    noted: int = Field(description="Rows that are imported without a value that cannot be")


class ImportUndone(Schema):
    """What an undo did."""

    removed: int
    restored: int
    kept: int = Field(description="Customers with something that is newer than the import")


class ImportProgress(Schema):
    """A file, how far its import is, and what it does."""

    import_id: str
    file_name: str
    file_bytes: int
    encoding: str
    delimiter: str
    state: ImportState
    error: str | None
    progress: float = Field(description="Of what is being done, from 0 to 1")
    counts: ImportCounts
    undone: ImportUndone
    can_undo: bool
    uploaded_at: datetime
    uploaded_by: str | None = Field(description="Name of the member")
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
    """Why a row was refused, or what was left out of it."""

    row: int = Field(description="As in a spreadsheet: the header is row 1")
    field: str
    message: str = Field(description="Goes on after the field's name")
    outcome: Literal["refused", "imported"]


class ImportProblemsFile(Schema):
    """The problems of an import, as a file."""

    file_name: str
    media_type: str = "text/csv; charset=utf-8"
    data: str = Field(description="The file's bytes in base64")
