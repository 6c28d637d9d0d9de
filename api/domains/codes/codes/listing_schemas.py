"""Requests for lists of codes, and the names for pickers."""

from typing import Annotated, Literal, Self

from pydantic import AliasChoices, Field

from api.auth.member import Member
from api.domains.codes.codes.schemas import CodeId, Tag
from api.domains.codes.codes.types import CodeKind, CodeState
from api.kit.pagination import ListBody
from api.kit.schemas import OrgBody, Schema

MAX_NAMES = 5000


CodeOrder = Literal[
    "created_at",
    "-created_at",
    "updated_at",
    "-updated_at",
    "name",
    "-name",
    "type",
    "-type",
    "tags",
    "-tags",
    "folder",
    "-folder",
]
"""Codes are sorted by their first tag and by folder name. Codes without one come last."""


class CodeFilter(OrgBody):
    """List codes. `filter` searches name, tags, destination, title, property values and slugs, or is a code's ID or
    full link.
    """

    filter: str | None = Field(None, max_length=200, description="Text that a code must contain")
    sort: CodeOrder | None = None
    type: CodeKind | None = None
    state: CodeState | None = None
    deleted: bool = Field(False, description="Deleted codes instead of the others")
    tag: Tag | None = Field(None, description="Codes with this tag")
    folder_id: CodeId | None = Field(None, description="Codes directly in this folder")
    base_code_id: CodeId | None = Field(None, description="Children of this code")
    relation: Literal["base", "child", "none"] | None = Field(
        None, description="Codes with children, children, or codes that are neither"
    )
    batch_id: CodeId | None = Field(None, description="Codes that were created together")
    one_time: bool = Field(
        False,
        description="Include one-time codes, which are left out by default, and always for viewers",
    )

    def seen_by(self, me: Member) -> Self:
        """Return the same request, limited to what this member may see."""
        return self if me.sees_unused_codes else self.model_copy(update={"one_time": False})


class ListCodes(CodeFilter, ListBody):
    """A page of the list."""


class ListNames(CodeFilter):
    """List the names of all codes, for pickers, or of the requested codes, all read at the same moment."""

    most: int | None = Field(None, ge=1, le=MAX_NAMES, description="Maximum number; all by default")


class ListChildren(ListCodes):
    """List the children of a base code, including one-time codes."""

    one_time: bool = Field(
        True,
        description="Include one-time codes. Viewers never see them, because they can still be used",
    )

    id: Annotated[
        str, Field(validation_alias=AliasChoices("id", "code_id", "base_code_id"), max_length=64)
    ]


class CodeName(Schema):
    """ID and name of a code."""

    code_id: str
    id: str
    name: str
    type: CodeKind


class CodeNames(Schema):
    """Names of codes."""

    items: list[CodeName]
    total: int = Field(description="Number of all matches, including those beyond `most`")
