"""Requests and answers about UTM templates."""

from datetime import datetime
from typing import Annotated

from pydantic import Field, StringConstraints

from api.domains.codes.codes.utm import Utm
from api.kit.schemas import OrgBody, Schema

TemplateId = Annotated[str, StringConstraints(min_length=1, max_length=64)]
TemplateName = Annotated[
    str,
    StringConstraints(
        strip_whitespace=True, min_length=1, max_length=80, pattern=r"^[^\x00-\x1f\x7f]+$"
    ),
]


class SaveUtmTemplate(OrgBody):
    """A new template; with `template_id`, the new values of an existing one."""

    template_id: TemplateId | None = None
    name: TemplateName
    utm: Utm


class ListUtmTemplates(OrgBody):
    """All of the organisation."""


class UtmTemplateRef(OrgBody):
    """Which template."""

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
    """A template that is gone; codes keep what it put on them."""

    template_id: str
