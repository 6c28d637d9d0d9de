"""Errors of folders."""

from api.kit.errors import Conflict, FieldError, Invalid, NotFound


class FolderNotFound(NotFound):
    code = "folder_not_found"
    message = "Folder not found."


class FolderNameTaken(Conflict):
    code = "folder_name_taken"
    message = "There is already a folder with this name here. Choose another name."


class TooManyFolders(Conflict):
    code = "too_many_folders"
    message = "An organisation can have at most 1,000 folders. Delete one first."


def bad_parent(message: str) -> Invalid:
    """Return the error for an invalid parent of a folder."""
    return Invalid(
        f"parent_id {message}",
        errors=[FieldError(field="parent_id", message=message, code="bad_parent")],
    )
