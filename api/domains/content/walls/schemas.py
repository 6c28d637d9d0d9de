"""Requests and responses about walls."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import AliasChoices, Field, StringConstraints

from api.domains.codes.codes.schemas import CodeId
from api.domains.content.walls import consent
from api.kit.pagination import ListBody
from api.kit.schemas import OrgBody, Schema
from api.kit.visible_text import VISIBLE, OneLine

MAX_MODERATED = 200

Moderation = Literal["before", "after"]
PostState = Literal["pending", "shown", "rejected"]
WallId = Annotated[str, StringConstraints(min_length=1, max_length=64)]
Name = Annotated[str, OneLine(120)]
Intro = Annotated[str, StringConstraints(strip_whitespace=True, max_length=1000)]
Consent = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=1000), VISIBLE
]


class CreateWall(OrgBody):
    """Create a wall."""

    name: Name
    code_id: CodeId | None = Field(
        None, description="The code that opens it; by default, a new code of type `wall` is created"
    )
    moderation: Moderation = Field(
        "before",
        description="`before`: pictures wait for approval; `after`: they are shown immediately",
    )
    consent_text: Consent = Field(
        default_factory=consent.default,
        json_schema_extra=lambda schema: schema.update(default=consent.default()),
        description="What a visitor must agree to. The default is shown in the visitor's language",
    )
    intro: Intro = ""


class WallRef(OrgBody):
    """Identifies a wall."""

    wall_id: Annotated[WallId, Field(validation_alias=AliasChoices("wall_id", "id"))]


class UpdateWall(WallRef):
    """Change a wall. Absent fields stay as they are."""

    name: Name | None = None
    moderation: Moderation | None = None
    consent_text: Consent | None = None
    intro: Intro | None = None
    is_open: bool | None = Field(None, description="Whether visitors can post")


class ListWalls(ListBody):
    """A page of walls, newest first by default. `filter` searches names."""

    sort: Literal["created_at", "-created_at", "name", "-name"] | None = None


class ListPosts(ListBody):
    """A page of a wall's pictures, newest first; waiting ones are listed oldest first. `filter` searches author and
    caption; sort by posted_at, author, reports.
    """

    wall_id: WallId
    state: PostState | None = None
    reported: bool = Field(False, description="Only pictures that visitors reported")


class Moderate(WallRef):
    """The pictures and the moderation action."""

    post_ids: list[Annotated[str, StringConstraints(min_length=1, max_length=64)]] = Field(
        min_length=1, max_length=MAX_MODERATED
    )
    action: Literal["approve", "reject", "pin", "unpin", "delete"]


class WallRead(Schema):
    """A wall."""

    wall_id: str
    code_id: str
    name: str
    intro: str
    consent_text: str
    moderation: Moderation
    is_open: bool
    url: str = Field(description="The wall's own page")
    live_url: str = Field(description="The wall for a big screen")
    public_url: str = Field(description="Path of the code that opens it")
    picture_url: str = Field(description="Path of the code's picture")
    pending: int
    shown: int
    rejected: int
    reported: int = Field(description="Shown or waiting pictures that visitors reported")
    created_at: datetime
    updated_at: datetime


class PostRead(Schema):
    """A picture as moderators see it; its addresses are valid for 15 minutes."""

    post_id: str
    author: str
    caption: str
    state: PostState
    is_pinned: bool
    reports: int
    width: int
    height: int
    small_url: str
    full_url: str
    posted_at: datetime
    decided_at: datetime | None


class Moderated(Schema):
    """The number of pictures that were changed."""

    changed: int


class WallRemoved(Schema):
    """The wall that was deleted."""

    wall_id: str


class ExportStarted(Schema):
    """The job that packs the pictures. Its result contains the key of the file."""

    job_id: str
