"""Requests and responses about annotations."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from api.domains.codes.codes.schemas import CodeId
from api.kit.schemas import OrgBody, Schema, Version
from api.kit.timestamps import Moment
from api.kit.visible_text import VISIBLE

AnnotationId = Annotated[str, StringConstraints(min_length=1, max_length=64)]
AnnotationText = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=500), VISIBLE
]
AnnotationKind = Literal[
    "note",
    "destination",
    "rules",
    "paused",
    "resumed",
    "moved",
    "deleted",
    "restored",
    "published",
    "unpublished",
]
TargetKind = Literal["wall", "page", "poll", "note"]


class SaveAnnotation(OrgBody):
    """A note to save. With `annotation_id`, the changes to it."""

    annotation_id: AnnotationId | None = None
    code_id: CodeId | None = Field(None, description="The code that it is about; null: all codes")
    starts_at: Moment
    ends_at: Moment | None = Field(None, description="Null: a point in time")
    text: AnnotationText
    version: Version | None = Field(
        None, description="The version that you read; 409 if it has changed since"
    )


class AnnotationRef(OrgBody):
    """The ID of an annotation."""

    annotation_id: AnnotationId


class ListAnnotations(OrgBody):
    """List annotations of a period, of all codes or of some."""

    from_: Moment = Field(
        validation_alias="from", serialization_alias="from", description="Inclusive"
    )
    to: Moment = Field(description="Exclusive")
    code_ids: list[CodeId] = Field(
        default_factory=list,
        max_length=100,
        description="Only annotations about these codes or about all codes",
    )
    edits: bool = Field(True, description="Whether to include edits of codes")


class AnnotationPlace(Schema):
    """The wall, page, poll or note that a code has led to since an edit."""

    kind: TargetKind
    name: str | None = Field(description="Null if it was deleted or has no name")


class AnnotationRead(Schema):
    """An annotation. One edit of many codes is a single annotation."""

    annotation_id: str
    kind: AnnotationKind
    code_id: str | None = Field(description="The code; null if it is about all or several codes")
    code_name: str | None
    codes: int = Field(description="How many codes the edit changed; 0 for notes about all codes")
    starts_at: datetime
    ends_at: datetime | None
    text: str
    before: str | None = Field(description="The value before an edit, if known")
    after: str | None = Field(description="The value after an edit, if known")
    leads_to: AnnotationPlace | None = Field(
        None,
        description="What `after` leads to, if it is a wall, page, poll or note of this installation",
    )
    author: str | None = Field(
        description="The member who wrote it or made the edit; null for keys and jobs"
    )
    version: int


class AnnotationList(Schema):
    """The newest annotations of the period, sorted oldest first."""

    items: list[AnnotationRead]
    is_cut: bool = Field(description="Whether older annotations were left out")


class AnnotationDeleted(Schema):
    """The note that was permanently deleted."""

    annotation_id: str
    deleted: Literal[True] = True
