"""Requests and responses about slips. One path does everything, depending on `action`."""

from datetime import datetime
from typing import Annotated, Literal, Self

from pydantic import Field, StringConstraints, model_validator

from api.domains.codes.codes.schemas import CodeId
from api.domains.content.slips.elements import (
    MAX_ELEMENTS,
    MAX_SIDE,
    MIN_SIDE,
    Element,
    SlipKind,
    StoredElements,
)
from api.kit.pagination import ListBody
from api.kit.schemas import Body, OrgBody, Schema, Version
from api.kit.visible_text import OneLine
from api.rendering.qr.types import Color

MAX_COPIES = 2_000
MAX_COPIES_IN_REQUEST = 50
"""More copies than this are printed by a job."""

SlipId = Annotated[str, StringConstraints(min_length=1, max_length=64)]
Name = Annotated[str, OneLine(120)]
Side = Annotated[float, Field(ge=MIN_SIDE, le=MAX_SIDE, allow_inf_nan=False)]
Action = Literal["create_slip", "get_all_slips", "get_slip", "update_slip", "delete_slip"]


class SlipData(Body):
    """The fields of a slip. For a change, only the fields to change."""

    name: Name | None = None
    kind: SlipKind | None = None
    width_mm: Side | None = None
    height_mm: Side | None = None
    background: Color | None = None
    elements: list[Element] | None = Field(None, max_length=MAX_ELEMENTS)
    code_id: CodeId | None = None
    one_time: bool | None = Field(None, description="Each printed copy gets a one-time code")
    version: Version | None = Field(
        None, description="The version that you read; 409 if it has changed since"
    )

    @model_validator(mode="after")
    def _ids_differ(self) -> Self:
        ids = [element.id for element in self.elements or ()]
        if len(ids) != len(set(ids)):
            raise ValueError("each element needs a unique id")
        return self


class SlipCall(ListBody):
    """Create, list, read, change or delete slips."""

    action: Action
    slip_id: SlipId | None = Field(None, description="Required to get, update or delete a slip")
    updated_data: SlipData | None = Field(None, description="Required to create or update a slip")
    kind: SlipKind | None = Field(None, description="For a list: only this kind")
    sort: Literal["updated_at", "-updated_at", "name", "-name"] | None = None


class PrintSlip(OrgBody):
    """How to print a slip."""

    slip_id: SlipId
    copies: int = Field(1, ge=1, le=MAX_COPIES)
    paper: Literal["A4", "Letter", "slip"] = Field(
        "A4", description="`slip`: pages of the same size as the slip"
    )
    per_sheet: int | None = Field(None, ge=1, le=200, description="By default as many as fit")
    margin_mm: float = Field(10, ge=0, le=40, allow_inf_nan=False)
    gap_mm: float = Field(4, ge=0, le=40, allow_inf_nan=False)
    cut_marks: bool = True
    one_time: bool | None = Field(None, description="Defaults to the setting of the slip")


class SlipRead(Schema):
    """A slip with all its fields."""

    slip_id: str
    id: str
    org_id: str
    name: str
    kind: SlipKind
    width_mm: float
    height_mm: float
    background: str
    elements: StoredElements
    code_id: str | None
    one_time: bool
    warnings: list[str] = Field(description="What will not print well")
    created_at: datetime
    updated_at: datetime
    version: int


class SlipDeleted(Schema):
    """The slip that was deleted. Codes printed on it are not affected."""

    slip_id: str
    deleted: Literal[True] = True


class SlipPrinted(Schema):
    """The file, or the job that creates it."""

    state: Literal["done", "queued"]
    copies: int
    per_sheet: int
    sheets: int
    file_name: str
    url: str | None = Field(
        None, description="URL of the PDF, valid for a day; null while it is queued"
    )
    job_id: str | None = None
    batch_id: str | None = Field(None, description="The one-time codes that were created for it")
