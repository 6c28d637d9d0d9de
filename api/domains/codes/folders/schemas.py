"""Request and response schemas of folders."""

from datetime import datetime
from typing import Annotated, Literal, Self

from pydantic import AliasChoices, Field, StringConstraints, model_validator

from api.domains.codes.codes.listing_schemas import ListCodes
from api.domains.codes.codes.schemas import CodeId
from api.kit.pagination import ListBody
from api.kit.schemas import OrgBody, Schema
from api.kit.validation_messages import field_problem
from api.kit.visible_text import OneLine

MAX_MOVED = 1_000

FolderId = Annotated[str, StringConstraints(min_length=1, max_length=64)]
FolderName = Annotated[str, OneLine(80)]


class CreateFolder(OrgBody):
    """Create a folder."""

    name: FolderName
    parent_id: FolderId | None = Field(None, description="The parent folder")


class UpdateFolder(OrgBody):
    """Rename or move a folder. `parent_id: null` moves it to the top level."""

    folder_id: FolderId
    name: FolderName | None = None
    parent_id: FolderId | None = None


class FolderRef(OrgBody):
    """Identifies a folder."""

    folder_id: Annotated[FolderId, Field(validation_alias=AliasChoices("folder_id", "id"))]


class CodesOfFolder(FolderRef):
    """Codes to add to a folder or to remove from it."""

    code_ids: list[CodeId] = Field(default_factory=list, max_length=MAX_MOVED)
    code_id: CodeId | None = Field(None, description="A single code, instead of a list")

    @model_validator(mode="after")
    def _some_code(self) -> Self:
        if not self.all_codes:
            raise field_problem("code_ids", "send code_ids or code_id")
        return self

    @property
    def all_codes(self) -> list[str]:
        """Return every code once."""
        one = [self.code_id] if self.code_id else []
        return list(dict.fromkeys([*self.code_ids, *one]))


class ListFolders(ListBody):
    """A page of folders. A client that shows the tree must read all pages."""

    sort: Literal["name", "-name", "created_at", "-created_at"] | None = Field(
        None, description="Sorted by name by default"
    )


class ListFolderCodes(ListCodes):
    """A page of the codes in a folder, or without a folder, of the codes that are in none."""

    folder_id: FolderId | None = None


class FolderRead(Schema):
    """A folder."""

    folder_id: str
    id: str
    org_id: str
    name: str
    parent_id: str | None
    codes: int = Field(description="Codes directly in the folder, without deleted ones")
    created_at: datetime
    updated_at: datetime


class FolderCodesMoved(Schema):
    """How many codes were moved."""

    folder_id: str
    moved: int


class FolderRemoved(Schema):
    """The folder to which the content of the deleted folder was moved; null for the top level."""

    folder_id: str
    moved_to: str | None
    codes_moved: int
    folders_moved: int
