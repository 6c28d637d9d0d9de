"""Requests and answers about codes."""

from datetime import datetime
from typing import Annotated, Literal, Self

from pydantic import (
    AfterValidator,
    AliasChoices,
    Field,
    StringConstraints,
    model_validator,
)

from api.domains.codes.codes.app_links import AppLinks
from api.domains.codes.codes.rules import Rules, StoredRules
from api.domains.codes.codes.slug_names import slug_of
from api.domains.codes.codes.types import CodeKind, CodeState, OneTimeState
from api.kit.coordinates import located
from api.kit.json_shapes import SentWithDefaults
from api.kit.schemas import Body, OrgBody, Schema, Version
from api.kit.timestamps import Moment
from api.rendering.qr.schemas import PictureWarningRead
from api.rendering.qr.types import DEFAULT_SIDE, MAX_SIDE, MIN_SIDE, Design

MAX_NAME = 120
MAX_TAGS = 20
MAX_PROPERTIES = 20

CodeId = Annotated[str, StringConstraints(min_length=1, max_length=64)]
Name = Annotated[
    str,
    StringConstraints(
        strip_whitespace=True, min_length=1, max_length=MAX_NAME, pattern=r"^[^\x00-\x1f\x7f]+$"
    ),
]
Url = Annotated[str, StringConstraints(min_length=1, max_length=4096)]
Slug = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=1, max_length=200),
    AfterValidator(slug_of),
]
Tag = Annotated[
    str,
    StringConstraints(
        strip_whitespace=True, min_length=1, max_length=40, pattern=r"^[^\x00-\x1f\x7f]+$"
    ),
]
Properties = Annotated[
    dict[Tag, Annotated[str, StringConstraints(max_length=200)]], AfterValidator(located)
]
Side = Annotated[int, Field(ge=MIN_SIDE, le=MAX_SIDE)]
Password = Annotated[str, StringConstraints(strip_whitespace=True, min_length=4, max_length=200)]
Limit = Annotated[int, Field(ge=1, le=10**12)]
VisitorLimit = Annotated[int, Field(ge=1, le=1_000_000)]
Part = Literal[
    "destination",
    "content",
    "rules",
    "state",
    "window",
    "fallback_url",
    "expired_url",
    "password",
    "limits",
    "promo_lock",
    "design",
]


Domain = Annotated[str, StringConstraints(min_length=1, max_length=64)]


class Content(Body, SentWithDefaults):
    """What the page of a code of kind `page` shows."""

    title: Annotated[str, StringConstraints(max_length=120)] = ""
    text: Annotated[str, StringConstraints(max_length=5000)] = ""
    button_label: Annotated[str, StringConstraints(max_length=60)] = ""
    button_url: Annotated[str, StringConstraints(max_length=4096)] = ""

    @model_validator(mode="after")
    def _button_is_whole(self) -> Self:
        if bool(self.button_label) != bool(self.button_url):
            raise ValueError("needs both button_label and button_url, or neither")
        return self


class CreateCode(OrgBody):
    """A code to be made."""

    name: Name
    slug: Slug | None = Field(None, description="A name to open under beside its id; it is shown")
    domain: Domain | None = Field(
        None, description="Own domain that its address carries: an id, `product`, or `default`"
    )
    type: CodeKind
    destination: Url | None = Field(None, description="Where a redirect code leads")
    forwards_query: bool = Field(
        False, description="Forward the visitor's query parameters; the destination's own win"
    )
    app_links: AppLinks | None = Field(None, description="Apps to open on phones")
    content: Content | None = Field(None, description="What a page code shows")
    width: Side = DEFAULT_SIDE
    height: Side = DEFAULT_SIDE
    design: Design = Design()
    accept_unreadable: bool = Field(
        False, description="Keep a design even if no reader can decode its picture"
    )
    folder_id: CodeId | None = None
    base_code_id: CodeId | None = Field(None, description="The code that this one is a child of")
    rules: Rules = Field(default_factory=list)
    tags: list[Tag] = Field(default_factory=list, max_length=MAX_TAGS)
    properties: Properties = Field(
        default_factory=dict,
        max_length=MAX_PROPERTIES,
        description="Where it hangs: store, table, poster; latitude and longitude for maps",
    )
    active_from: Moment | None = None
    active_until: Moment | None = None
    fallback_url: Url | None = Field(
        None, description="Where it leads when it is paused, over, used up or deleted"
    )
    expired_url: Url | None = Field(
        None, description="Where it leads when it is over or used up, before the fallback"
    )
    password: Password | None = Field(None, description="Asked of each visitor; never sent back")
    scan_limit: Limit | None = Field(None, description="Openings by people, all together")
    visitor_limit: VisitorLimit | None = Field(None, description="Openings by one visitor")


class CodeCreated(Schema):
    """A code that was made."""

    code_id: str
    slug: str | None = Field(None, description="The name in its addresses; null: its id")
    public_url: str = Field(description="Path of the public page: /code/{slug or code_id}")
    short_url: str = Field(description="Path of its short form: /{slug or code_id}")
    url: str = Field(description="The whole address that the picture encodes")
    picture_url: str = Field(description="Path of the picture; .png may be replaced by .svg")
    picture_warnings: list[PictureWarningRead] = Field(
        default_factory=list, description="What may make the picture hard to read"
    )


class CodeRef(OrgBody):
    """Which code."""

    code_id: Annotated[
        str, Field(validation_alias=AliasChoices("code_id", "id", "qr_id"), max_length=64)
    ]


class DuplicateCode(CodeRef):
    """A code to be copied where it is."""

    name: Name | None = Field(None, description="Else the original's, with `copy` behind it")


class CloneCode(DuplicateCode):
    """A code to be copied into a folder or into another organisation of the caller's."""

    folder_id: CodeId | None = Field(
        None, description="Folder of the copy; null is the top, left out is the original's"
    )
    to_org_id: CodeId | None = Field(None, description="The organisation that gets the copy")


class CloneDesign(CodeRef):
    """The code to copy the design from, and the code that gets it."""

    to_code_id: Annotated[
        CodeId, Field(validation_alias=AliasChoices("to_code_id", "target_code_id", "target_id"))
    ]


class UpdateCode(OrgBody):
    """Changes to a code; a field that is absent stays as it is."""

    code_id: CodeId
    name: Name | None = None
    destination: Url | None = None
    forwards_query: bool | None = None
    app_links: AppLinks | None = None
    content: Content | None = None
    domain: Domain | None = Field(
        None, description="Own domain that its address carries: an id, `product`, or `default`"
    )
    state: CodeState | None = None
    rules: Rules | None = None
    tags: list[Tag] | None = Field(None, max_length=MAX_TAGS)
    properties: Properties | None = Field(None, max_length=MAX_PROPERTIES)
    design: Design | None = Field(None, description="Its look, changed with the rest or not at all")
    accept_unreadable: bool = Field(
        False, description="Keep a design even if no reader can decode its picture"
    )
    active_from: Moment | None = None
    active_until: Moment | None = None
    fallback_url: Url | None = None
    expired_url: Url | None = None
    password: Password | None = Field(
        None, description="Null takes it away; a new one closes what the old one opened"
    )
    scan_limit: Limit | None = None
    visitor_limit: VisitorLimit | None = None
    overrides: list[Part] | None = Field(
        None,
        max_length=20,
        description="A child's parts that are its own; it follows its base in all others",
    )
    restore: bool = Field(
        False, description="Bring a code back that was deleted in the last 30 days"
    )
    version: Version | None = Field(
        None, description="The version that was read; another one now gives 409"
    )


class UpdateDesign(OrgBody):
    """Changes to the picture only."""

    code_id: CodeId
    width: Side | None = None
    height: Side | None = None
    design: Design | None = None
    accept_unreadable: bool = Field(
        False, description="Keep a design even if no reader can decode its picture"
    )
    version: Version | None = None


class DeleteCode(OrgBody):
    """A code to be deleted, and where it shall lead from then on."""

    id: Annotated[str, Field(validation_alias=AliasChoices("id", "code_id"), max_length=64)]
    fallback_url: Url | None = None


class CodeDeletion(Schema):
    """A code that was deleted."""

    code_id: str
    deleted_at: datetime
    restorable_until: datetime


class CodePicture(Schema):
    """The picture of a code and how it is designed."""

    code_id: str
    name: str
    url: str = Field(description="What the picture encodes")
    width: int
    height: int
    design: Design
    ai_media_id: str | None = Field(
        description="The AI studio's picture that is served; null: the design is drawn"
    )
    picture_url: str
    svg_url: str
    version: int
    picture_warnings: list[PictureWarningRead] = Field(
        default_factory=list, description="Said when a design is saved"
    )


class CodeRead(Schema):
    """A whole code."""

    code_id: str
    id: str
    org_id: str
    slug: str | None = Field(description="The name in its addresses; null: its id")
    name: str
    type: CodeKind
    state: CodeState
    destination: str | None
    destination_warning: str | None = Field(
        None, description="Why visitors may not reach the destination, where that is known"
    )
    forwards_query: bool
    app_links: AppLinks | None
    content: Content
    width: int
    height: int
    design: Design
    ai_media_id: str | None = Field(
        description="The AI studio's picture that is served; null: the design is drawn"
    )
    folder_id: str | None
    base_code_id: str | None
    overrides: list[str] = Field(description="Parts in which a child does not follow its base")
    one_time_state: OneTimeState | None
    batch_id: str | None
    rules: StoredRules
    tags: list[str]
    properties: dict[str, str]
    active_from: datetime | None
    active_until: datetime | None
    fallback_url: str | None
    expired_url: str | None
    has_password: bool
    scan_limit: int | None
    visitor_limit: int | None
    used_at: datetime | None = Field(description="When a one-time code was used")
    public_url: str
    short_url: str
    url: str
    domain: str = Field(
        description="Own domain that its address carries: an id, `product`, or `default`: its "
        "base's, else the organisation's"
    )
    picture_url: str
    svg_url: str
    created_at: datetime
    created_by: str | None
    updated_at: datetime
    deleted_at: datetime | None
    version: int
