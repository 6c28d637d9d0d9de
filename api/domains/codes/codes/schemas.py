"""Request and response schemas of codes."""

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
from api.kit.visible_text import VISIBLE, OneLine
from api.rendering.qr.schemas import PictureWarningRead
from api.rendering.qr.types import DEFAULT_SIDE, MAX_SIDE, MIN_SIDE, Design

MAX_NAME = 120
MAX_TAGS = 20
MAX_PROPERTIES = 20

CodeId = Annotated[str, StringConstraints(min_length=1, max_length=64)]
Name = Annotated[str, OneLine(MAX_NAME)]
Url = Annotated[str, StringConstraints(min_length=1, max_length=4096)]
Slug = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=1, max_length=200),
    VISIBLE,
    AfterValidator(slug_of),
]
Tag = Annotated[str, OneLine(40)]
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
    """The content of a code of type `page`."""

    title: Annotated[str, StringConstraints(max_length=120)] = ""
    text: Annotated[str, StringConstraints(max_length=5000)] = ""
    button_label: Annotated[str, StringConstraints(max_length=60)] = ""
    button_url: Annotated[str, StringConstraints(max_length=4096)] = ""

    @model_validator(mode="after")
    def _button_is_whole(self) -> Self:
        if bool(self.button_label) != bool(self.button_url):
            raise ValueError("needs both button_label and button_url, or neither of them")
        return self


class CreateCode(OrgBody):
    """Create a code."""

    name: Name
    slug: Slug | None = Field(
        None, description="A readable name in the code's address. The code keeps its id, too"
    )
    domain: Domain | None = Field(
        None, description="The custom domain in its address: an id, `product` or `default`"
    )
    type: CodeKind
    destination: Url | None = Field(None, description="The destination of a redirect code")
    forwards_query: bool = Field(
        False,
        description="Forward the visitor's query parameters; the destination's own values take precedence",
    )
    app_links: AppLinks | None = Field(None, description="Apps to open on phones")
    content: Content | None = Field(None, description="The content of a page code")
    width: Side = DEFAULT_SIDE
    height: Side = DEFAULT_SIDE
    design: Design = Design()
    accept_unreadable: bool = Field(
        False, description="Save the design even if no scanner can read the picture"
    )
    folder_id: CodeId | None = None
    base_code_id: CodeId | None = Field(None, description="The base code, if this code is a child")
    rules: Rules = Field(default_factory=list)
    tags: list[Tag] = Field(default_factory=list, max_length=MAX_TAGS)
    properties: Properties = Field(
        default_factory=dict,
        max_length=MAX_PROPERTIES,
        description="The placement, such as store, table or poster; latitude and longitude for maps",
    )
    active_from: Moment | None = None
    active_until: Moment | None = None
    fallback_url: Url | None = Field(
        None, description="Destination when the code is paused, ended, used up or deleted"
    )
    expired_url: Url | None = Field(
        None,
        description="Destination when the code has ended or is used up; takes precedence over the fallback",
    )
    password: Password | None = Field(
        None, description="Visitors must enter it; it is never returned"
    )
    scan_limit: Limit | None = Field(None, description="Maximum number of visits by people")
    visitor_limit: VisitorLimit | None = Field(
        None, description="Maximum number of visits per visitor"
    )


class CodeCreated(Schema):
    """The code that was created."""

    code_id: str
    slug: str | None = Field(
        None, description="The slug in its address; null if the address uses the id"
    )
    public_url: str = Field(description="Path of the public page: /code/{slug or code_id}")
    short_url: str = Field(description="Path of its short form: /{slug or code_id}")
    url: str = Field(description="The full address that the picture encodes")
    picture_url: str = Field(description="Path of the picture; replace .png with .svg for SVG")
    picture_warnings: list[PictureWarningRead] = Field(
        default_factory=list, description="What may make the picture hard to scan"
    )


class CodeRef(OrgBody):
    """Identifies a code."""

    code_id: Annotated[
        str, Field(validation_alias=AliasChoices("code_id", "id", "qr_id"), max_length=64)
    ]


class DuplicateCode(CodeRef):
    """Copy a code within its folder."""

    name: Name | None = Field(
        None, description="Defaults to the name of the original, followed by `copy`"
    )


class CloneCode(DuplicateCode):
    """Copy a code to a folder, or to another organisation of the caller."""

    folder_id: CodeId | None = Field(
        None,
        description="Folder for the copy; null for the top level; defaults to the folder of the original",
    )
    to_org_id: CodeId | None = Field(None, description="The organisation to copy to")


class CloneDesign(CodeRef):
    """The code whose design is copied, and the code that receives it."""

    to_code_id: Annotated[
        CodeId, Field(validation_alias=AliasChoices("to_code_id", "target_code_id", "target_id"))
    ]


class UpdateCode(OrgBody):
    """Changes to a code. Fields that are absent do not change."""

    code_id: CodeId
    name: Name | None = None
    destination: Url | None = None
    forwards_query: bool | None = None
    app_links: AppLinks | None = None
    content: Content | None = None
    domain: Domain | None = Field(
        None, description="The custom domain in its address: an id, `product` or `default`"
    )
    state: CodeState | None = None
    rules: Rules | None = None
    tags: list[Tag] | None = Field(None, max_length=MAX_TAGS)
    properties: Properties | None = Field(None, max_length=MAX_PROPERTIES)
    design: Design | None = Field(
        None, description="The design, changed together with the other fields or not at all"
    )
    accept_unreadable: bool = Field(
        False, description="Save the design even if no scanner can read the picture"
    )
    active_from: Moment | None = None
    active_until: Moment | None = None
    fallback_url: Url | None = None
    expired_url: Url | None = None
    password: Password | None = Field(
        None,
        description="Null removes it; a new password locks out visitors who entered the old one",
    )
    scan_limit: Limit | None = None
    visitor_limit: VisitorLimit | None = None
    overrides: list[Part] | None = Field(
        None,
        max_length=20,
        description="The parts that a child overrides; it follows its base in all others",
    )
    restore: bool = Field(False, description="Restore a code that was deleted in the last 30 days")
    version: Version | None = Field(
        None, description="The version that you read; 409 if the code has changed since"
    )


class UpdateDesign(OrgBody):
    """Change only the picture of a code."""

    code_id: CodeId
    width: Side | None = None
    height: Side | None = None
    design: Design | None = None
    accept_unreadable: bool = Field(
        False, description="Save the design even if no scanner can read the picture"
    )
    version: Version | None = None


class DeleteCode(OrgBody):
    """Delete a code, and set its destination from then on."""

    id: Annotated[str, Field(validation_alias=AliasChoices("id", "code_id"), max_length=64)]
    fallback_url: Url | None = None


class CodeDeletion(Schema):
    """The code that was deleted."""

    code_id: str
    deleted_at: datetime
    restorable_until: datetime


class CodePicture(Schema):
    """A code's picture and its design."""

    code_id: str
    name: str
    url: str = Field(description="The content of the picture")
    width: int
    height: int
    design: Design
    ai_media_id: str | None = Field(
        description="The AI studio's picture in use; null if the code uses its own design"
    )
    picture_url: str
    svg_url: str
    version: int
    picture_warnings: list[PictureWarningRead] = Field(
        default_factory=list, description="Only returned when a design is saved"
    )


class CodeRead(Schema):
    """A code with all its fields."""

    code_id: str
    id: str
    org_id: str
    slug: str | None = Field(description="The slug in its address; null if the address uses the id")
    name: str
    type: CodeKind
    state: CodeState
    destination: str | None
    destination_warning: str | None = Field(
        None, description="Why visitors may not reach the destination, if known"
    )
    forwards_query: bool
    app_links: AppLinks | None
    content: Content
    width: int
    height: int
    design: Design
    ai_media_id: str | None = Field(
        description="The AI studio's picture in use; null if the code uses its own design"
    )
    folder_id: str | None
    base_code_id: str | None
    overrides: list[str] = Field(description="Parts that a child overrides")
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
    used_at: datetime | None = Field(description="When the one-time code was used")
    public_url: str
    short_url: str
    url: str
    domain: str = Field(
        description="The custom domain in its address: an id, `product` or `default`, which is that of its"
        " base, otherwise the organisation's"
    )
    picture_url: str
    svg_url: str
    created_at: datetime
    created_by: str | None
    updated_at: datetime
    deleted_at: datetime | None
    version: int
