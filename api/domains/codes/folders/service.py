"""Rules of folders: names are unique within a folder, the tree has no loops, and removing a folder loses nothing."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from sqlalchemy.orm import Session

from api.domains.codes.codes.service import CodeService
from api.domains.codes.folders.errors import (
    FolderNameTaken,
    FolderNotFound,
    TooManyFolders,
    bad_parent,
)
from api.domains.codes.folders.models import Folder
from api.domains.codes.folders.repository import FolderRepository
from api.domains.codes.folders.schemas import (
    CodesOfFolder,
    CreateFolder,
    FolderRemoved,
    ListFolders,
    UpdateFolder,
)

MAX_FOLDERS = 1_000
MAX_DEPTH = 8


class FolderService:
    """Folders of the organisation to which the session belongs."""

    def __init__(
        self,
        session: Session,
        codes: CodeService,
        now: datetime,
        new_id: Callable[[str], str],
    ) -> None:
        self._folders = FolderRepository(session)
        self._codes = codes
        self._now = now
        self._new_id = new_id

    def create(self, org_id: str, created_by: str, body: CreateFolder) -> Folder:
        """Create a folder, at the top level or inside another folder."""
        self._folders.lock_tree(org_id)
        if self._folders.count(org_id) >= MAX_FOLDERS:
            raise TooManyFolders
        if body.parent_id is not None:
            self._check_depth(org_id, body.parent_id, 1)
        folder = Folder(
            folder_id=self._new_id("fld"),
            org_id=org_id,
            parent_id=body.parent_id,
            name=body.name,
            created_at=self._now,
            created_by=created_by,
            updated_at=self._now,
        )
        if not self._folders.save(folder):
            raise FolderNameTaken
        return folder

    def get(self, org_id: str, folder_id: str) -> Folder:
        """Return a folder."""
        folder = self._folders.find(org_id, folder_id)
        if folder is None:
            raise FolderNotFound
        return folder

    def update(self, org_id: str, body: UpdateFolder) -> Folder:
        """Rename a folder, or move it with everything in it."""
        self._folders.lock_tree(org_id)
        folder = self.get(org_id, body.folder_id)
        changes: dict[str, Any] = {"updated_at": self._now}
        if body.name is not None:
            changes["name"] = body.name
        if "parent_id" in body.model_fields_set and body.parent_id != folder.parent_id:
            if body.parent_id is not None:
                levels = self._folders.height(org_id, folder.folder_id)
                line = self._check_depth(org_id, body.parent_id, levels)
                if folder.folder_id in line:
                    raise bad_parent("must not be inside the folder itself")
            changes["parent_id"] = body.parent_id
        if not self._folders.save(folder, **changes):
            raise FolderNameTaken
        return folder

    def list_folders(self, org_id: str, body: ListFolders) -> tuple[list[Folder], int]:
        """Return folders by name, and the total number."""
        return self._folders.list_folders(
            org_id, body.filter, body.sort, body.page_size, body.paging.offset
        )

    def count_codes(self, org_id: str) -> dict[str, int]:
        """Return the number of codes directly in each folder."""
        return self._codes.count_by_folder(org_id)

    def add_codes(self, org_id: str, body: CodesOfFolder) -> int:
        """Move codes to a folder, all or none, and return how many were elsewhere before."""
        folder = self._folders.find_to_fill(org_id, body.folder_id)
        if folder is None:
            raise FolderNotFound
        return self._codes.move(org_id, body.all_codes, to_folder=folder.folder_id)

    def remove_codes(self, org_id: str, body: CodesOfFolder) -> int:
        """Remove codes from a folder. Codes that are not in it do not change."""
        folder = self.get(org_id, body.folder_id)
        return self._codes.move(
            org_id, body.all_codes, to_folder=None, from_folder=folder.folder_id
        )

    def remove(self, org_id: str, folder_id: str) -> FolderRemoved:
        """Remove a folder. Its codes and folders move up to its parent."""
        self._folders.lock_tree(org_id)
        folder = self._folders.find_for_removal(org_id, folder_id)
        if folder is None:
            raise FolderNotFound
        codes = self._codes.move_all(org_id, from_folder=folder_id, to_folder=folder.parent_id)
        children = self._folders.children(org_id, folder_id)
        for child in children:
            self._place(child, folder.parent_id)
        self._folders.remove(folder)
        return FolderRemoved(
            folder_id=folder_id,
            moved_to=folder.parent_id,
            codes_moved=codes,
            folders_moved=len(children),
        )

    def _place(self, folder: Folder, parent_id: str | None) -> None:
        original, name, number = folder.name, folder.name, 2
        while not self._folders.save(folder, name=name, parent_id=parent_id, updated_at=self._now):
            name = f"{original[:70]} ({number})"
            number += 1

    def _check_depth(self, org_id: str, parent_id: str, levels: int) -> list[str]:
        line = self._folders.ancestors(org_id, parent_id)
        if not line:
            raise bad_parent("is not a folder of this organisation")
        if len(line) + levels > MAX_DEPTH:
            raise bad_parent(f"is too deep; folders can be nested at most {MAX_DEPTH} levels")
        return line
