"""Requests and answers about walls."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import AliasChoices, Field, StringConstraints

from api.domains.codes.codes.schemas import CodeId
from api.domains.content.walls import consent
from api.kit.pagination import ListBody
from api.kit.schemas import OrgBody, Schema

MAX_MODERATED = 200

Moderation = Literal["before", "after"]
PostState = Literal["pending", "shown", "rejected"]
WallId = Annotated[str, StringConstraints(min_length=1, max_length=64)]
Name = Annotated[
    str,
    StringConstraints(
        strip_whitespace=True, min_length=1, max_length=120, pattern=r"^[^\x00-\x1f\x7f]+$"
    ),
]
Intro = Annotated[str, StringConstraints(strip_whitespace=True, max_length=1000)]
Consent = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=1000)]


class CreateWall(OrgBody):
    """A wall to be made."""

    name: Name
    code_id: CodeId | None = Field(
        None, description="The code that opens it; one of kind `wall` is made when left out"
    )
    moderation: Moderation = Field(
        "before", description="`before`: pictures wait for approval; `after`: they show at once"
    )
    consent_text: Consent = Field(
        consent.DEFAULT,
        description="What a visitor must agree to. The default is shown in the visitor's language",
    )
    intro: Intro = ""


class WallRef(OrgBody):
    """Which wall."""

    wall_id: Annotated[WallId, Field(validation_alias=AliasChoices("wall_id", "id"))]


class UpdateWall(WallRef):
    """Changes to a wall; what is left out stays as it is."""

    name: Name | None = None
    moderation: Moderation | None = None
    consent_text: Consent | None = None
    intro: Intro | None = None
    is_open: bool | None = Field(None, description="Whether visitors can post")


class ListWalls(ListBody):
    """A page of walls, the newest first unless they are sorted. `filter` looks into names."""

    sort: Literal["created_at", "-created_at", "name", "-name"] | None = None


class ListPosts(ListBody):
    """A page of a wall's pictures, the newest first; those that wait, the oldest first. `filter` looks into
    author and caption; sort by posted_at, author, reports.
    """

    wall_id: WallId
    state: PostState | None = None
    reported: bool = Field(False, description="Only those that visitors reported")


class Moderate(WallRef):
    """What shall become of pictures."""

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
    reported: int = Field(description="Pictures shown or waiting that visitors reported")
    created_at: datetime
    updated_at: datetime


class PostRead(Schema):
    """A picture as moderators see it; its addresses last a quarter of an hour."""

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
    """How many pictures changed."""

    changed: int


class WallRemoved(Schema):
    """A wall that was removed."""

    wall_id: str


class ExportStarted(Schema):
    """The job that packs the pictures; its result names the file's key."""

    job_id: str
