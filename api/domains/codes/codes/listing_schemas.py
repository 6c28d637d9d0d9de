"""What is asked of lists of codes, and the names that pickers get."""

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
"""Of tags the first one counts, of folders the name. Codes without any come last."""


class CodeFilter(OrgBody):
    """Which codes, in which order.

    `filter` looks into name, tags, web address of the destination, title, values of properties and names
    in the link, or is a code's id or whole link.
    """

    filter: str | None = Field(None, max_length=200, description="Text that a code must contain")
    sort: CodeOrder | None = None
    type: CodeKind | None = None
    state: CodeState | None = None
    deleted: bool = Field(False, description="Deleted codes instead of the others")
    tag: Tag | None = Field(None, description="Codes that carry this tag")
    folder_id: CodeId | None = Field(None, description="Codes directly in this folder")
    base_code_id: CodeId | None = Field(None, description="Children of this code")
    relation: Literal["base", "child", "none"] | None = Field(
        None, description="Codes with children, children, or codes that are neither"
    )
    batch_id: CodeId | None = Field(None, description="Codes that were made together")
    one_time: bool = Field(
        False,
        description="One-time codes too, which are left out otherwise, and always for viewers",
    )

    def seen_by(self, me: Member) -> Self:
        """The same question, of what this member may see."""
        return self if me.sees_unused_codes else self.model_copy(update={"one_time": False})


class ListCodes(CodeFilter, ListBody):
    """A page of the list."""


class ListNames(CodeFilter):
    """The names of all codes, for pickers, or of those that are wanted, all read at one moment."""

    most: int | None = Field(None, ge=1, le=MAX_NAMES, description="So many at most; all without")


class ListChildren(ListCodes):
    """The codes made from one base code, one-time codes among them."""

    one_time: bool = Field(
        True,
        description="One-time codes too. Viewers never see them, as they can still be used",
    )

    id: Annotated[
        str, Field(validation_alias=AliasChoices("id", "code_id", "base_code_id"), max_length=64)
    ]


class CodeName(Schema):
    """Id and name of a code."""

    code_id: str
    id: str
    name: str
    type: CodeKind


class CodeNames(Schema):
    """Names of codes."""

    items: list[CodeName]
    total: int = Field(description="All that match, those past `most` too")
