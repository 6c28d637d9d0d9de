"""Reads folders for other domains."""

from typing import NamedTuple

from sqlalchemy.orm import Session

from api.domains.codes.folders.repository import FolderRepository


class FolderRead(NamedTuple):
    """A folder. Without a parent it is at the top level."""

    folder_id: str
    parent_id: str | None
    name: str


def all_folders(session: Session, org_id: str) -> list[FolderRead]:
    """Return every folder of an organisation, sorted by ID."""
    rows = FolderRepository(session).all_of(org_id)
    return [FolderRead(it.folder_id, it.parent_id, it.name) for it in rows]
