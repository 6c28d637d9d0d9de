"""Requests and answers about share links."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import AliasChoices, Field, StringConstraints

from api.domains.insights.analytics.schemas import (
    ONLY_METRICS,
    CompareName,
    CountedMetric,
    GranularityName,
    Interval,
)
from api.domains.insights.share_links.tokens import MAX_TOKEN
from api.kit.moments import Moment
from api.kit.schemas import Body, OrgBody, Schema

LinkId = Annotated[str, StringConstraints(min_length=1, max_length=64)]
LinkName = Annotated[
    str,
    StringConstraints(
        strip_whitespace=True, min_length=1, max_length=80, pattern=r"^[^\x00-\x1f\x7f]+$"
    ),
]
Token = Annotated[str, StringConstraints(min_length=1, max_length=MAX_TOKEN)]


class SharedQuestion(Body):
    """The part of a dashboard's question that a link keeps."""

    interval: Interval | None = None
    from_: Moment | None = Field(None, validation_alias="from", serialization_alias="from")
    to: Moment | None = None
    filters: dict[str, list[str]] = Field(
        default_factory=dict,
        max_length=20,
        description="What the link answers about; visitors can narrow it and nothing else",
    )
    include_bots: bool = False
    compare: CompareName = Field("previous", description="As of `get-analytics`")
    dimensions_as_of: Literal["now", "then"] = Field(
        "now", description="As of `get-analytics`; visitors see it that way and no other"
    )


class CreateShareLink(OrgBody):
    """A link to be made."""

    name: LinkName = Field(description="Shown to whoever opens it")
    question: SharedQuestion
    range_is_fixed: bool = Field(False, description="Whether visitors see this range and no other")
    days: int = Field(30, ge=1, le=366, description="How long the link works")


class ShareLinkRef(OrgBody):
    """Which link."""

    link_id: LinkId


class ListShareLinks(OrgBody):
    """All links of the organisation."""


class ShareLinkRead(Schema):
    """One link, without its token: that is told once, when it is made."""

    link_id: str
    name: str
    hint: str = Field(description="How its token begins")
    question: SharedQuestion
    range_is_fixed: bool
    state: Literal["open", "expired", "revoked"]
    author: str | None
    created_at: datetime
    expires_at: datetime
    last_used_at: datetime | None


class ShareLinkMade(ShareLinkRead):
    """A new link with its address."""

    token: str
    url: str


class ShareLinkList(Schema):
    """Links, the newest first."""

    items: list[ShareLinkRead]


class OpenShareLink(Body):
    """What a visitor presents."""

    token: Token


class SharedBoard(Schema):
    """What a link shows, before any number."""

    name: str
    question: SharedQuestion
    labels: dict[str, dict[str, str]] = Field(
        description="What the filters' codes and folders are called, by dimension and value"
    )
    properties: list[str] = Field(
        description="Names of the codes' properties; each can be split by as `property:NAME`"
    )
    range_is_fixed: bool
    time_zone: str
    week_start: str
    expires_at: datetime


class AskSharedBoard(OpenShareLink):
    """A question inside what the link allows."""

    interval: Interval | None = None
    from_: Moment | None = Field(
        None, validation_alias=AliasChoices("from", "from_"), serialization_alias="from"
    )
    to: Moment | None = None
    granularity: GranularityName | None = None
    compare: CompareName | None = Field(None, description="The link's own where nothing is said")
    filters: dict[str, list[str]] = Field(default_factory=dict, max_length=20)
    group_by: list[str] = Field(default_factory=list, max_length=20)
    metrics: list[CountedMetric] = Field([], max_length=11, description=ONLY_METRICS)
