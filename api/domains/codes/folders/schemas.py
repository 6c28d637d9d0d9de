"""Requests and answers about folders."""

from datetime import datetime
from typing import Annotated, Literal, Self

from pydantic import AliasChoices, Field, StringConstraints, model_validator

from api.domains.codes.codes.listing_schemas import ListCodes
from api.domains.codes.codes.schemas import CodeId
from api.kit.pagination import ListBody
from api.kit.schemas import OrgBody, Schema
from api.kit.validation_messages import field_problem

MAX_MOVED = 1_000

FolderId = Annotated[str, StringConstraints(min_length=1, max_length=64)]
FolderName = Annotated[
    str,
    StringConstraints(
        strip_whitespace=True, min_length=1, max_length=80, pattern=r"^[^\x00-\x1f\x7f]+$"
    ),
]


class CreateFolder(OrgBody):
    """A folder to be made."""

    name: FolderName
    parent_id: FolderId | None = Field(None, description="The folder that it goes into")


class UpdateFolder(OrgBody):
    """A folder's new name or place; `parent_id: null` moves it to the top."""

    folder_id: FolderId
    name: FolderName | None = None
    parent_id: FolderId | None = None


class FolderRef(OrgBody):
    """Which folder."""

    folder_id: Annotated[FolderId, Field(validation_alias=AliasChoices("folder_id", "id"))]


class CodesOfFolder(FolderRef):
    """Codes to put into a folder or to take out of it."""

    code_ids: list[CodeId] = Field(default_factory=list, max_length=MAX_MOVED)
    code_id: CodeId | None = Field(None, description="One code, instead of a list")

    @model_validator(mode="after")
    def _some_code(self) -> Self:
        if not self.all_codes:
            raise field_problem("code_ids", "code_ids or code_id is needed")
        return self

    @property
    def all_codes(self) -> list[str]:
        """Every code that is meant, once."""
        one = [self.code_id] if self.code_id else []
        return list(dict.fromkeys([*self.code_ids, *one]))


class ListFolders(ListBody):
    """One page of the folders; a client that shows the tree reads all pages."""

    sort: Literal["name", "-name", "created_at", "-created_at"] | None = Field(
        None, description="By name unless it says otherwise"
    )


class ListFolderCodes(ListCodes):
    """A page of a folder's codes; without a folder, of the codes that are in none."""

    folder_id: FolderId | None = None


class FolderRead(Schema):
    """A folder."""

    folder_id: str
    id: str
    org_id: str
    name: str
    parent_id: str | None
    codes: int = Field(description="Codes directly in it, deleted ones left out")
    created_at: datetime
    updated_at: datetime


class FolderCodesMoved(Schema):
    """How many codes changed their place."""

    folder_id: str
    moved: int


class FolderRemoved(Schema):
    """Where a removed folder's content went; null is the top."""

    folder_id: str
    moved_to: str | None
    codes_moved: int
    folders_moved: int
