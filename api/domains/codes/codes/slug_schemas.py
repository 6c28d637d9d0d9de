"""Requests and answers about the names that a code opens under."""

from datetime import datetime

from pydantic import Field

from api.domains.codes.codes.schemas import CodeId, Slug
from api.kit.schemas import OrgBody, Schema


class SetSlug(OrgBody):
    """The name that a code shall be shown and printed under."""

    code_id: CodeId
    slug: Slug | None = Field(
        description="3 to 64 of a-z, 0-9, - and _, in any case; null shows its id again"
    )
    move: bool = Field(False, description="Take the name away from another code of yours")


class ListSlugs(OrgBody):
    """Which code."""

    code_id: CodeId


class SlugRead(Schema):
    """A name that a code opens under."""

    slug: str
    url: str
    is_shown: bool
    created_at: datetime


class Slugs(Schema):
    """Everything that a code opens under."""

    code_id: str
    id_url: str = Field(description="The address with its id, which always works")
    shown: str | None = Field(description="The name that is shown and printed; null: the id")
    items: list[SlugRead]
    total: int
