"""Request and response schemas of batches."""

from datetime import datetime
from typing import Annotated, Any, Literal, Self

from pydantic import (
    AliasChoices,
    ConfigDict,
    Field,
    StringConstraints,
    model_validator,
)

from api.domains.codes.codes.app_links import AppLinks
from api.domains.codes.codes.rules import Rules
from api.domains.codes.codes.schemas import (
    MAX_PROPERTIES,
    MAX_TAGS,
    CodeCreated,
    CodeId,
    CodeRef,
    Content,
    Limit,
    Name,
    Side,
    Slug,
    Tag,
    Url,
    VisitorLimit,
)
from api.domains.codes.codes.types import OneTimeState
from api.kit.errors import FieldError
from api.kit.json_shapes import DocumentedAs
from api.kit.pagination import ListBody, Page
from api.kit.schemas import Body, OrgBody, Schema
from api.kit.timestamps import Moment
from api.kit.validation_messages import field_problem
from api.rendering.qr.types import Design

MAX_ROWS = 10_000
MAX_ONE_TIME = 100_000
MAX_CSV = 5_000_000
MAX_ROWS_BODY = 8_000_000
"""Maximum size of a request with rows, in bytes."""

Properties = Annotated[
    dict[Tag, Annotated[str, StringConstraints(max_length=200)]], Field(max_length=MAX_PROPERTIES)
]


class CodeRow(Body):
    """One of many codes. It overrides the fields given here and follows the base in all others.

    Unknown fields are refused, because the code would silently follow its base in them.
    """

    model_config = ConfigDict(extra="forbid")

    name: Name | None = None
    slug: Slug | None = None
    destination: Url | None = None
    forwards_query: bool | None = None
    app_links: AppLinks | None = None
    content: Content | None = None
    tags: list[Tag] = Field(default_factory=list, max_length=MAX_TAGS)
    properties: Properties = Field(default_factory=dict)
    folder_id: CodeId | None = None
    active_from: Moment | None = None
    active_until: Moment | None = None
    fallback_url: Url | None = None
    expired_url: Url | None = None
    rules: Rules | None = None
    scan_limit: Limit | None = None
    visitor_limit: VisitorLimit | None = None
    width: Side | None = None
    height: Side | None = None
    design: Design | None = None


RowsGiven = Annotated[
    list[dict[str, Any]],
    DocumentedAs(Annotated[list[CodeRow], Field(min_length=1, max_length=MAX_ROWS)]),
]
"""The rows of the request, unparsed. Each is checked on its own, so that all errors are reported at once."""


class CloneMany(CodeRef):
    """A base code, and the rows from which children are created, all or none."""

    data: RowsGiven = Field(
        min_length=1,
        max_length=MAX_ROWS,
        description="One row per code; an empty string or null counts as absent",
    )
    preview: bool = Field(False, description="Only return what would be created")


class ImportCodes(OrgBody):
    """Links from another product or from a file, from which redirect codes are created, all or none."""

    source: Literal["bitly", "dub", "csv"] = "csv"
    csv: Annotated[str, StringConstraints(max_length=MAX_CSV)] | None = None
    rows: list[dict[str, Any]] | None = Field(None, max_length=MAX_ROWS)
    folder_id: CodeId | None = Field(None, description="Folder for the new codes")
    preview: bool = Field(False, description="Only return what would be created")

    @model_validator(mode="after")
    def _one_of_both(self) -> Self:
        if (self.csv is None) == (self.rows is None):
            raise field_problem("csv", "send either csv or rows")
        return self


class RowSeen(Schema):
    """The code that a row creates."""

    row: int = Field(description="Counted from 0, as in the field names of errors")
    name: str
    slug: str | None
    destination: str | None
    tags: list[str]
    properties: dict[str, str]


class ManyCodes(Schema):
    """What was created, is being created by a job, or would be created (preview)."""

    count: int
    job_id: str | None = Field(
        None,
        description="The job. Its result lists the ids of all codes (`code_ids`) in the order of the rows."
        " Up to 200 rows are created right away, and the job is already done. Null for a"
        " preview",
    )
    batch_id: str | None = None
    codes: list[CodeCreated] = Field(
        default_factory=list, description="Empty if a job creates them"
    )
    rows: list[RowSeen] = Field(default_factory=list, description="Only for a preview")
    errors: list[FieldError] = Field(default_factory=list, description="Only for a preview")
    notes: list[FieldError] = Field(
        default_factory=list,
        description="Slugs that an import cannot keep, because they are taken or not valid here. The codes"
        " are created anyway and open under their ids",
    )


class CreateOneTime(OrgBody):
    """Create one-time codes from a base."""

    base_code_id: Annotated[
        CodeId, Field(validation_alias=AliasChoices("base_code_id", "code_id", "id"))
    ]
    amount: int = Field(ge=1, le=MAX_ONE_TIME)
    name: Name | None = Field(
        None, description="Name of the batch; defaults to the name of the base"
    )


class OneTimeStarted(Schema):
    """A batch that a job is creating."""

    job_id: str
    batch_id: str
    count: int


class OneTimeRef(OrgBody):
    """A base code with all its one-time codes, a batch of them, or a single one."""

    id: Annotated[
        CodeId, Field(validation_alias=AliasChoices("id", "batch_id", "code_id", "base_code_id"))
    ]


class OneTimeWithdrawn(Schema):
    """How many one-time codes were withdrawn, and how many had already been used."""

    withdrawn: int
    used: int
    job_id: str | None = Field(
        None,
        description="A job that updates each code, if there are more than 500. None of them can be used,"
        " even before the job is done",
    )


class ListOneTime(ListBody):
    """List the one-time codes of a base or of one batch."""

    id: Annotated[
        CodeId, Field(validation_alias=AliasChoices("id", "batch_id", "code_id", "base_code_id"))
    ]
    state: OneTimeState | None = Field(
        None, validation_alias=AliasChoices("state", "one_time_state")
    )
    sort: Literal["name", "-name", "used_at", "-used_at"] | None = None


class OneTimeRead(Schema):
    """A one-time code. Viewers don't see the full ID or the address of a code that can still be used."""

    code_id: str
    is_masked: bool = False
    name: str
    url: str
    state: OneTimeState
    batch_id: str | None
    created_at: datetime
    opened_at: datetime | None
    used_at: datetime | None


class BatchRead(Schema):
    """A batch of one-time codes."""

    batch_id: str
    name: str
    amount: int
    made: int = Field(description="Less than `amount` while the job runs")
    job_id: str | None
    created_at: datetime
    withdrawn_at: datetime | None
    counts: dict[OneTimeState, int]


class OneTimePage(Page[OneTimeRead]):
    """A page of one-time codes, with counts per state and the newest batches."""

    counts: dict[OneTimeState, int] = Field(
        description="Counts for the whole base or batch, regardless of filters"
    )
    batches: list[BatchRead] = Field(description="The newest 100")


class ExportFile(Schema):
    """A file."""

    file_name: str
    media_type: str = "text/csv"
    data: str = Field(description="Base64")
