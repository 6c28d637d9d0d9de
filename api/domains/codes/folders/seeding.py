"""Folders of the demonstration."""

from datetime import datetime

from sqlalchemy.orm import Session

from api.domains.codes.folders.models import Folder
from api.domains.codes.folders.repository import FolderRepository


def add_folder(
    session: Session, org_id: str, folder_id: str, name: str, created_by: str, at: datetime
) -> None:
    """Store a folder that was created at a time in the past."""
    folder = Folder(
        folder_id=folder_id,
        org_id=org_id,
        name=name,
        created_at=at,
        created_by=created_by,
        updated_at=at,
    )
    FolderRepository(session).add(folder)
