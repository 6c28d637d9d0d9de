"""Requests and answers about batches."""

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
"""Bytes of a request that brings rows."""

Properties = Annotated[
    dict[Tag, Annotated[str, StringConstraints(max_length=200)]], Field(max_length=MAX_PROPERTIES)
]


class CodeRow(Body):
    """One code of many: it overrides the fields given here and follows the base in all others.

    Unknown fields are refused, as the code would silently follow its base in them.
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
"""Rows as they were sent: each is checked by itself, so that every wrong one is named at once."""


class CloneMany(CodeRef):
    """A code to be made into many, one per row of data; all of them or none."""

    data: RowsGiven = Field(
        min_length=1,
        max_length=MAX_ROWS,
        description="One row for each code; an empty text or null is as good as absent",
    )
    preview: bool = Field(False, description="Say what would be made and make nothing")


class ImportCodes(OrgBody):
    """Links of another product, or of a file, to be made into redirect codes; all or none."""

    source: Literal["bitly", "dub", "csv"] = "csv"
    csv: Annotated[str, StringConstraints(max_length=MAX_CSV)] | None = None
    rows: list[dict[str, Any]] | None = Field(None, max_length=MAX_ROWS)
    folder_id: CodeId | None = Field(None, description="Folder of what is made")
    preview: bool = Field(False, description="Say what would be made and make nothing")

    @model_validator(mode="after")
    def _one_of_both(self) -> Self:
        if (self.csv is None) == (self.rows is None):
            raise field_problem("csv", "either csv or rows is needed")
        return self


class RowSeen(Schema):
    """What a row makes."""

    row: int = Field(description="Counted from 0, as in the names of wrong fields")
    name: str
    slug: str | None
    destination: str | None
    tags: list[str]
    properties: dict[str, str]


class ManyCodes(Schema):
    """What was made, is being made by a job, or would be made (preview)."""

    count: int
    job_id: str | None = Field(
        None,
        description="The job, whose result lists the ids of all codes (`code_ids`), in the order of the"
        " rows; up to 200 rows are made at once, and it is done already. None for a preview",
    )
    batch_id: str | None = None
    codes: list[CodeCreated] = Field(
        default_factory=list, description="Empty when a job makes them"
    )
    rows: list[RowSeen] = Field(default_factory=list, description="Of a preview")
    errors: list[FieldError] = Field(default_factory=list, description="Of a preview")
    notes: list[FieldError] = Field(
        default_factory=list,
        description="Names that an import cannot keep, being taken or no names here; the codes are"
        " made all the same and open under their ids",
    )


class CreateOneTime(OrgBody):
    """One-time codes to be made from a base."""

    base_code_id: Annotated[
        CodeId, Field(validation_alias=AliasChoices("base_code_id", "code_id", "id"))
    ]
    amount: int = Field(ge=1, le=MAX_ONE_TIME)
    name: Name | None = Field(None, description="Of the batch; else the base's")


class OneTimeStarted(Schema):
    """A batch that a job is making."""

    job_id: str
    batch_id: str
    count: int


class OneTimeRef(OrgBody):
    """A base code with all its one-time codes, a batch of them, or a single one."""

    id: Annotated[
        CodeId, Field(validation_alias=AliasChoices("id", "batch_id", "code_id", "base_code_id"))
    ]


class OneTimeWithdrawn(Schema):
    """How many one-time codes can no longer be used from now on, and how many had been used."""

    withdrawn: int
    used: int
    job_id: str | None = Field(
        None,
        description="Of a job that notes it in each code, set when there are more than 500. None of"
        " them can be used, whatever it has come to",
    )


class ListOneTime(ListBody):
    """One-time codes of a base or of one batch."""

    id: Annotated[
        CodeId, Field(validation_alias=AliasChoices("id", "batch_id", "code_id", "base_code_id"))
    ]
    state: OneTimeState | None = Field(
        None, validation_alias=AliasChoices("state", "one_time_state")
    )
    sort: Literal["name", "-name", "used_at", "-used_at"] | None = None


class OneTimeRead(Schema):
    """A one-time code. Of one that can still be used, a viewer sees neither the whole id nor the address."""

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
    made: int = Field(description="Less than amount while its job runs")
    job_id: str | None
    created_at: datetime
    withdrawn_at: datetime | None
    counts: dict[OneTimeState, int]


class OneTimePage(Page[OneTimeRead]):
    """A page of one-time codes, with how many stand where and the newest batches."""

    counts: dict[OneTimeState, int] = Field(
        description="Of the base or batch, whatever is filtered"
    )
    batches: list[BatchRead] = Field(description="The newest hundred")


class ExportFile(Schema):
    """A file."""

    file_name: str
    media_type: str = "text/csv"
    data: str = Field(description="Base64")
