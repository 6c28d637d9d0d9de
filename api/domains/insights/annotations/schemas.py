"""Requests and answers about annotations."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from api.domains.codes.codes.schemas import CodeId
from api.kit.moments import Moment
from api.kit.schemas import OrgBody, Schema, Version

AnnotationId = Annotated[str, StringConstraints(min_length=1, max_length=64)]
AnnotationText = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=500)
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
PlaceKind = Literal["wall", "page", "poll", "note"]


class SaveAnnotation(OrgBody):
    """A note to be kept; with `annotation_id`, what it says from now on."""

    annotation_id: AnnotationId | None = None
    code_id: CodeId | None = Field(None, description="The code that it is about; null: all of them")
    starts_at: Moment
    ends_at: Moment | None = Field(None, description="Null: a moment and no span")
    text: AnnotationText
    version: Version | None = Field(
        None, description="The version that was read; another one now gives 409"
    )


class AnnotationRef(OrgBody):
    """Which annotation."""

    annotation_id: AnnotationId


class ListAnnotations(OrgBody):
    """What happened in a stretch of time, of all codes or of these."""

    from_: Moment = Field(
        validation_alias="from", serialization_alias="from", description="Inclusive"
    )
    to: Moment = Field(description="Exclusive")
    code_ids: list[CodeId] = Field(
        default_factory=list,
        max_length=100,
        description="With any, only what is about these codes or about all",
    )
    edits: bool = Field(True, description="Edits of codes too, not only notes")


class AnnotationPlace(Schema):
    """What of this installation a code leads to since an edit."""

    kind: PlaceKind
    name: str | None = Field(description="Null when it is gone or has none")


class AnnotationRead(Schema):
    """One annotation. Edits of many codes at once are told together."""

    annotation_id: str
    kind: AnnotationKind
    code_id: str | None = Field(description="The code; null when it is about all, or about several")
    code_name: str | None
    codes: int = Field(description="How many codes one edit changed; 0 for what is about all")
    starts_at: datetime
    ends_at: datetime | None
    text: str
    before: str | None = Field(description="What an edit found, where that can be told")
    after: str | None = Field(description="What an edit left, where that can be told")
    leads_to: AnnotationPlace | None = Field(
        None, description="What `after` is, when it is a wall, page, poll or note of one's own"
    )
    author: str | None = Field(description="Who wrote it or made the edit; null for keys and jobs")
    version: int


class AnnotationList(Schema):
    """The newest annotations of the stretch, the oldest of them first."""

    items: list[AnnotationRead]
    is_cut: bool = Field(description="Whether there are older ones that are left out")


class AnnotationDeleted(Schema):
    """A note that was removed for good."""

    annotation_id: str
    deleted: Literal[True] = True
