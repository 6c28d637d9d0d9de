"""Requests and responses about share links."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import AliasChoices, Field, StringConstraints

from api.domains.insights.analytics.schemas import (
    ONLY_METRICS,
    CompareName,
    CountedMetric,
    DimensionsAsOf,
    GranularityName,
    Interval,
)
from api.domains.insights.share_links.tokens import MAX_TOKEN
from api.kit.schemas import Body, OrgBody, Schema
from api.kit.timestamps import Moment
from api.kit.visible_text import OneLine

LinkId = Annotated[str, StringConstraints(min_length=1, max_length=64)]
LinkName = Annotated[str, OneLine(80)]
Token = Annotated[str, StringConstraints(min_length=1, max_length=MAX_TOKEN)]


class SharedQuestion(Body):
    """The range and filters that a link stores."""

    interval: Interval | None = None
    from_: Moment | None = Field(None, validation_alias="from", serialization_alias="from")
    to: Moment | None = None
    filters: dict[str, list[str]] = Field(
        default_factory=dict,
        max_length=20,
        description="What the link shows; visitors can only add filters",
    )
    include_bots: bool = False
    compare: CompareName = Field("previous", description="As in `get-analytics`")
    dimensions_as_of: DimensionsAsOf = Field(
        "current", description="As in `get-analytics`; visitors can't change it"
    )


class CreateShareLink(OrgBody):
    """Create a link."""

    name: LinkName = Field(description="Shown to visitors")
    question: SharedQuestion
    range_is_fixed: bool = Field(False, description="Whether visitors see only this range")
    days: int = Field(30, ge=1, le=366, description="How long the link works")


class ShareLinkRef(OrgBody):
    """The ID of a link."""

    link_id: LinkId


class ListShareLinks(OrgBody):
    """List all links."""


class ShareLinkRead(Schema):
    """A link without its token, which is only returned when the link is created."""

    link_id: str
    name: str
    hint: str = Field(description="The start of its token")
    question: SharedQuestion
    range_is_fixed: bool
    state: Literal["open", "expired", "revoked"]
    author: str | None
    created_at: datetime
    expires_at: datetime
    last_used_at: datetime | None


class ShareLinkMade(ShareLinkRead):
    """A new link with its token and URL."""

    token: str
    url: str


class ShareLinkList(Schema):
    """Links, newest first."""

    items: list[ShareLinkRead]


class OpenShareLink(Body):
    """Open a link by its token."""

    token: Token


class SharedBrand(Schema):
    """The organisation of a link, as visitors see it."""

    name: str
    logo: str = Field(description="URL of the logo; empty if there is none")
    color: str | None = Field(description="The brand's colour, `#RRGGBB`")


class SharedDashboard(Schema):
    """The content of a link, without numbers."""

    name: str
    organization: SharedBrand
    question: SharedQuestion
    labels: dict[str, dict[str, str]] = Field(
        description="Names of the filters' codes and folders, by dimension and value"
    )
    properties: list[str] = Field(
        description="Names of the codes' properties; group by them as `property:NAME`"
    )
    range_is_fixed: bool
    time_zone: str
    week_start: str
    expires_at: datetime


class AskSharedDashboard(OpenShareLink):
    """A request for numbers within what the link allows."""

    interval: Interval | None = None
    from_: Moment | None = Field(
        None, validation_alias=AliasChoices("from", "from_"), serialization_alias="from"
    )
    to: Moment | None = None
    granularity: GranularityName | None = None
    compare: CompareName | None = Field(None, description="Defaults to that of the link")
    filters: dict[str, list[str]] = Field(default_factory=dict, max_length=20)
    group_by: list[str] = Field(default_factory=list, max_length=20)
    metrics: list[CountedMetric] = Field([], max_length=11, description=ONLY_METRICS)
