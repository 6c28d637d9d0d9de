"""Request and response schemas of UTM templates."""

from datetime import datetime
from typing import Annotated

from pydantic import Field, StringConstraints

from api.domains.codes.codes.utm import Utm
from api.kit.schemas import OrgBody, Schema
from api.kit.visible_text import OneLine

TemplateId = Annotated[str, StringConstraints(min_length=1, max_length=64)]
TemplateName = Annotated[str, OneLine(80)]


class SaveUtmTemplate(OrgBody):
    """Create a template. With `template_id`, change an existing one."""

    template_id: TemplateId | None = None
    name: TemplateName
    utm: Utm


class ListUtmTemplates(OrgBody):
    """List the organisation's templates."""


class UtmTemplateRef(OrgBody):
    """Identifies a template."""

    template_id: TemplateId


class UtmTemplateRead(Schema):
    """A template."""

    template_id: str
    name: str
    utm: Utm
    created_at: datetime
    updated_at: datetime


class UtmTemplateList(Schema):
    """Every template, by name."""

    items: list[UtmTemplateRead]
    total: int = Field(description="At most 200")


class UtmTemplateDeleted(Schema):
    """The template that was deleted. Codes keep the parameters that were added with it."""

    template_id: str
