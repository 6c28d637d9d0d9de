"""Request and response schemas of slugs."""

from datetime import datetime

from pydantic import Field

from api.domains.codes.codes.schemas import CodeId, Slug
from api.kit.schemas import OrgBody, Schema


class SetSlug(OrgBody):
    """Set the slug in a code's link."""

    code_id: CodeId
    slug: Slug | None = Field(
        description="3 to 64 characters from a-z, 0-9, - and _, case-insensitive; null uses its id again"
    )
    move: bool = Field(False, description="Move the slug here from another of your codes")


class ListSlugs(OrgBody):
    """The code whose slugs are listed."""

    code_id: CodeId


class SlugRead(Schema):
    """A slug of a code."""

    slug: str
    url: str
    is_shown: bool
    created_at: datetime


class Slugs(Schema):
    """All slugs of a code."""

    code_id: str
    id_url: str = Field(description="The address with its id, which always works")
    shown: str | None = Field(description="The slug in its link; null: the id")
    items: list[SlugRead]
    total: int
