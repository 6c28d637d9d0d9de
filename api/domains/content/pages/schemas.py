"""Requests and responses for page editors."""

from datetime import datetime
from enum import StrEnum
from typing import Annotated, Any, Literal

from pydantic import AliasChoices, Field, StringConstraints

from api.domains.codes.codes.schemas import CodeId, CodeRead
from api.domains.content.forms.types import PageId
from api.domains.content.page_blocks.block_props import Language
from api.domains.content.page_blocks.page_json import PageJson
from api.domains.content.page_blocks.types import PageName
from api.domains.content.pages.initial_content import Tone
from api.kit.pagination import ListBody
from api.kit.schemas import OrgBody, Schema, Version

VanityName = Annotated[
    str,
    StringConstraints(
        strip_whitespace=True,
        to_lower=True,
        max_length=40,
        pattern=r"^[A-Za-z0-9](-?[A-Za-z0-9]){1,39}$",
    ),
]
LanguageTag = Annotated[str, StringConstraints(max_length=35)]

_BLOCKS_DESCRIPTION = "The data of the page: {root: {props}, content: [{type, props}]}"


class Action(StrEnum):
    """An additional action when a page is changed."""

    SAVE = "save"
    PUBLISH = "publish"
    UNPUBLISH = "unpublish"
    RESTORE = "restore"


class GenPage(OrgBody):
    """Create a page from blocks, from a template, or from the default for the type of its code."""

    code_id: CodeId | None = None
    name: PageName | None = None
    blocks: PageJson | None = Field(None, description=_BLOCKS_DESCRIPTION)
    template_id: PageId | None = None


class PageRef(OrgBody):
    """Identifies a page."""

    page_id: Annotated[PageId, Field(validation_alias=AliasChoices("page_id", "id"))]


class UpdatePage(PageRef):
    """Change a page."""

    name: PageName | None = None
    blocks: PageJson | None = Field(None, description=_BLOCKS_DESCRIPTION)
    code_id: CodeId | None = Field(
        None, description="The code that it belongs to; null detaches it"
    )
    vanity_name: VanityName | None = Field(
        None, description="Its address under /p/; null removes it"
    )
    action: Action = Action.SAVE
    version: Version | None = Field(
        None,
        description="The version that you read, so that nobody's work is overwritten; with the action"
        " `restore`, the version to restore",
    )


class ListPages(ListBody):
    """A page of the list of pages."""

    code_id: CodeId | None = None
    sort: (
        Literal["created_at", "-created_at", "updated_at", "-updated_at", "name", "-name"] | None
    ) = None


class ListVersions(ListBody):
    """Versions of a page, newest first. `filter` searches names; sort by version, name, created_at, published_at."""

    page_id: Annotated[PageId, Field(validation_alias=AliasChoices("page_id", "id"))]


class PreviewPage(PageRef):
    """Preview a page: its draft, other blocks, or an earlier version."""

    blocks: PageJson | None = Field(None, description="Instead of the draft")
    version: Version | None = None
    language: LanguageTag | None = None
    returning: bool = Field(
        False, description="As a visitor sees it who has already submitted a form"
    )
    first_name: str = Field("Alex", max_length=100)
    device: Literal["phone", "tablet", "desktop"] | None = None


class PageSummary(Schema):
    """A page in a list."""

    page_id: str
    id: str
    org_id: str
    code_id: str | None
    name: str
    title: str
    vanity_name: str | None
    version: int
    published_version: int | None
    published_at: datetime | None
    is_published: bool
    has_changes: bool = Field(description="Whether the draft is newer than what visitors see")
    public_url: str
    languages: list[str]
    created_at: datetime
    updated_at: datetime


class PageRead(PageSummary):
    """A page with its draft."""

    blocks: PageJson


class CodeWithPage(CodeRead):
    """A code with all its fields, and its page."""

    page: PageRead | None = Field(
        description="The page that visitors of the code see; a child may show that of its base. While none"
        " is published, the page that was changed last"
    )


class PageDeleted(Schema):
    """The page that was deleted."""

    page_id: str
    id: str
    deleted: bool = True


class VersionRead(Schema):
    """An earlier version of a page."""

    version: int
    name: str
    created_at: datetime
    created_by: str | None
    published_at: datetime | None
    is_draft: bool
    is_published: bool


class PagePreview(Schema):
    """A page as a complete HTML document."""

    html: str
    language: str
    width: int | None = Field(description="Width of the requested device in pixels")


class PageProblem(Schema):
    """A part of a page that cannot be published."""

    field: str
    message: str
    code: str


class PageProblems(Schema):
    """The problems of a draft that prevent its publication."""

    problems: list[PageProblem]


class PlaceRead(Schema):
    """The capacity of one option of a field, or (without a field) of the whole form."""

    form_id: str
    field: str | None
    option: str | None
    capacity: int
    taken: int
    left: int


class PagePlaces(Schema):
    """The capacity of a page's published forms, and how much of it is left."""

    places: list[PlaceRead]


class WeighPage(PageRef):
    """The page whose size to calculate."""

    blocks: PageJson | None = Field(None, description="Instead of the draft")
    language: LanguageTag | None = None


class LighterPicture(Schema):
    """A smaller copy of a picture that can be shown instead."""

    url: str
    bytes: int
    lighter_url: str
    lighter_bytes: int


class BlockWeightRead(Schema):
    """The size that a block adds."""

    block_id: str
    type: str
    bytes: int
    html_bytes: int
    picture_bytes: int
    unknown_pictures: int = Field(description="Pictures from other hosts, which are not included")
    advice: str | None
    lighter: list[LighterPicture]


class PageWeight(Schema):
    """What a visitor downloads for a page, in bytes, and the recommended maximum."""

    bytes: int
    budget: int
    html_bytes: int
    style_bytes: int = Field(description="Compressed, as sent to browsers")
    script_bytes: int = Field(description="Compressed, as sent to browsers")
    script_budget: int
    picture_bytes: int
    unknown_pictures: int
    is_over: bool
    blocks: list[BlockWeightRead] = Field(description="Largest first")


class GenerateContent(OrgBody):
    """Starter texts and blocks for an organisation."""

    kind: str = Field("retail", max_length=100, description="cafe, restaurant, museum …")
    tone: Tone = Tone.FRIENDLY
    name: str | None = Field(
        None, max_length=200, description="Defaults to that of the organisation"
    )
    language: Language = Field(
        "en", description="Language of generated texts; the built-in ones are in English"
    )


class GeneratedContent(Schema):
    """A starter page: data for `gen-page`."""

    blocks: PageJson
    kind: str
    tone: Tone
    source: Literal["built_in", "model"]
    kinds: list[str] = Field(description="Types with their own texts")
    tones: list[str]


class FieldTypeRead(Schema):
    """A field type of the form builder."""

    input_type: str
    label: str
    has_options: bool
    validations: list[str]


class CountryRead(Schema):
    """A country that visitors can choose."""

    value: str
    label: str


class FieldOptions(Schema):
    """Everything that the form builder offers."""

    field_types: list[FieldTypeRead]
    show_if: list[str]
    default_form: list[dict[str, Any]] = Field(description="The fields that every form starts with")
    address_block: list[dict[str, Any]] = Field(description="The fields of an address")
    default_content: dict[str, str]
    countries: list[CountryRead]
    messages: dict[str, str] = Field(description="What visitors read, by error code")
    can_confirm: bool = Field(description="Whether phone numbers can be verified by text message")
    limits: dict[str, int]
