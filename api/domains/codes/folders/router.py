"""The calls for folders, each with and without `folders/` in its path."""

from api.auth.member import EditorDep, ViewerDep
from api.db.routing import ApiRouter
from api.domains.codes.codes import views
from api.domains.codes.codes.dependencies import CodeServiceDep, LinksDep
from api.domains.codes.codes.schemas import CodeRead
from api.domains.codes.folders.dependencies import FolderServiceDep
from api.domains.codes.folders.models import Folder
from api.domains.codes.folders.schemas import (
    CodesOfFolder,
    CreateFolder,
    FolderCodesMoved,
    FolderRead,
    FolderRef,
    FolderRemoved,
    ListFolderCodes,
    ListFolders,
    UpdateFolder,
)
from api.kit.pagination import Page, page_of

router = ApiRouter(tags=["folders"])


def _read(folder: Folder, codes: int) -> FolderRead:
    return FolderRead(
        folder_id=folder.folder_id,
        id=folder.folder_id,
        org_id=folder.org_id,
        name=folder.name,
        parent_id=folder.parent_id,
        codes=codes,
        created_at=folder.created_at,
        updated_at=folder.updated_at,
    )


@router.post("/v1/folders/create-folder")
@router.post("/v1/create-folder", operation_id="create_folder_alias")
def create_folder(body: CreateFolder, me: EditorDep, folders: FolderServiceDep) -> FolderRead:
    """Create a folder."""
    return _read(folders.create(me.org_id, me.caller_id, body), 0)


@router.post("/v1/folders/update-folder")
@router.post("/v1/update-folder", operation_id="update_folder_alias")
def update_folder(body: UpdateFolder, me: EditorDep, folders: FolderServiceDep) -> FolderRead:
    """Rename or move a folder, with everything in it."""
    folder = folders.update(me.org_id, body)
    return _read(folder, folders.count_codes(me.org_id).get(folder.folder_id, 0))


@router.post("/v1/folders/get-folders")
@router.post("/v1/get-folders", operation_id="list_folders_alias")
def list_folders(body: ListFolders, me: ViewerDep, folders: FolderServiceDep) -> Page[FolderRead]:
    """List folders by name. `parent_id` describes the tree."""
    rows, total = folders.list_folders(me.org_id, body)
    codes = folders.count_codes(me.org_id)
    items = [_read(row, codes.get(row.folder_id, 0)) for row in rows]
    return page_of(items, total, body.paging)


@router.post("/v1/folders/add-to-folder")
@router.post("/v1/add-to-folder", operation_id="add_to_folder_alias")
def add_to_folder(
    body: CodesOfFolder, me: EditorDep, folders: FolderServiceDep
) -> FolderCodesMoved:
    """Move codes to a folder."""
    return FolderCodesMoved(folder_id=body.folder_id, moved=folders.add_codes(me.org_id, body))


@router.post("/v1/folders/remove-from-folder")
@router.post("/v1/remove-from-folder", operation_id="remove_from_folder_alias")
def remove_from_folder(
    body: CodesOfFolder, me: EditorDep, folders: FolderServiceDep
) -> FolderCodesMoved:
    """Remove codes from a folder."""
    return FolderCodesMoved(folder_id=body.folder_id, moved=folders.remove_codes(me.org_id, body))


@router.post("/v1/folders/remove-folder")
@router.post("/v1/remove-folder", operation_id="remove_folder_alias")
def remove_folder(body: FolderRef, me: EditorDep, folders: FolderServiceDep) -> FolderRemoved:
    """Delete a folder. Its content moves up one level."""
    return folders.remove(me.org_id, body.folder_id)


@router.post("/v1/folders/get-codes-from-folder")
@router.post("/v1/get-codes-from-folder", operation_id="list_folder_codes_alias")
def list_folder_codes(
    body: ListFolderCodes,
    me: ViewerDep,
    folders: FolderServiceDep,
    codes: CodeServiceDep,
    links: LinksDep,
) -> Page[CodeRead]:
    """List the codes in a folder. Without a folder, the codes that are in none are listed."""
    if body.folder_id is not None:
        folders.get(me.org_id, body.folder_id)
    rows, total = codes.list_folder(me.org_id, body.seen_by(me), body.folder_id)
    return page_of([views.whole(row, links) for row in rows], total, body.paging)
