"""Requests and responses about templates."""

from datetime import datetime
from typing import Annotated, Literal, Self

from pydantic import AliasChoices, Field, StringConstraints, model_validator

from api.domains.content.forms.types import PageId
from api.domains.content.page_blocks.page_json import PageJson
from api.domains.content.page_blocks.types import PageName
from api.kit.schemas import OrgBody, Schema
from api.kit.validation_messages import field_problem

Word = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9 _-]{0,39}$")]


class SubmitTemplate(OrgBody):
    """A page, or its blocks, to save as a template."""

    name: PageName
    kind: Word = "page"
    description: Annotated[str, StringConstraints(max_length=1_000)] = ""
    page_id: PageId | None = Field(None, description="The page whose draft becomes the template")
    blocks: PageJson | None = Field(None, description="Page data, instead of a page")
    visibility: Literal["private", "shared"] = Field(
        "private", description="Only for you, or for the whole organisation"
    )

    @model_validator(mode="after")
    def _one_source(self) -> Self:
        if (self.page_id is None) == (self.blocks is None):
            raise field_problem("page_id", "send either page_id or blocks")
        return self


class TemplateSubmitted(Schema):
    """The template that was saved."""

    template_id: str
    id: str


class TemplateRef(OrgBody):
    """Identifies a template."""

    template_id: Annotated[PageId, Field(validation_alias=AliasChoices("template_id", "id"))]


class TemplateRemoved(Schema):
    """The template that was deleted."""

    template_id: str
    deleted: Literal[True] = True


class TemplateRead(Schema):
    """A template."""

    template_id: str
    name: str
    kind: str
    description: str
    preview_url: str | None = None
    blocks: PageJson
    small_pictures: dict[str, str] = Field(
        {},
        description="The address of the smallest copy for each picture of the media library on the page",
    )
    is_builtin: bool
    is_mine: bool = False
    visibility: Literal["public", "private", "shared"]
    created_at: datetime | None = None


class TemplateList(Schema):
    """Built-in templates, followed by those of the caller's organisation."""

    items: list[TemplateRead]
    page: int = 1
    pageSize: int = 10  # noqa: N815 - as the product spells it
    total: int
