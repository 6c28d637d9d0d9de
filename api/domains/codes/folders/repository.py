"""All SQL statements about folders."""

from typing import Any

from sqlalchemy import ColumnElement, func, literal, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import aliased

from api.db.advisory_locks import lock_until_commit
from api.db.tenancy import Repository
from api.domains.codes.folders.models import Folder
from api.kit.pagination import contains_pattern


class FolderRepository(Repository[Folder]):
    """Folders of one organisation, in one session."""

    model = Folder

    def lock_tree(self, org_id: str) -> None:
        """Lock this organisation's folder tree until the transaction ends."""
        lock_until_commit(self.session, "folders", org_id)

    def find(self, org_id: str, folder_id: str) -> Folder | None:
        """Return a folder."""
        return self.session.scalar(self.scoped(org_id).where(Folder.folder_id == folder_id))

    def find_for_removal(self, org_id: str, folder_id: str) -> Folder | None:
        """Return a folder, locked so that nothing can be added to it until the transaction ends."""
        statement = self.scoped(org_id).where(Folder.folder_id == folder_id).with_for_update()
        return self.session.scalar(statement)

    def find_to_fill(self, org_id: str, folder_id: str) -> Folder | None:
        """Return a folder, locked so that it cannot be removed until the transaction ends."""
        statement = self.scoped(org_id).where(Folder.folder_id == folder_id)
        return self.session.scalar(statement.with_for_update(read=True, key_share=True))

    def list_folders(
        self, org_id: str, text_filter: str | None, sort: str | None, limit: int, offset: int
    ) -> tuple[list[Folder], int]:
        """Return folders, and the number that match."""
        statement = self.scoped(org_id)
        if text_filter:
            statement = statement.where(Folder.name.ilike(contains_pattern(text_filter)))
        total = self.session.scalar(select(func.count()).select_from(statement.subquery())) or 0
        ordered = statement.order_by(_ORDERS[sort or "name"], Folder.folder_id)
        return list(self.session.scalars(ordered.limit(limit).offset(offset))), total

    def add(self, folder: Folder) -> None:
        """Insert a folder."""
        self.session.add(folder)
        self.session.flush()

    def all_of(self, org_id: str) -> list[Folder]:
        """Return every folder, sorted by ID."""
        return list(self.session.scalars(self.scoped(org_id).order_by(Folder.folder_id)))

    def count(self, org_id: str) -> int:
        """Return the number of folders."""
        return (
            self.session.scalar(select(func.count()).select_from(self.scoped(org_id).subquery()))
            or 0
        )

    def ancestors(self, org_id: str, folder_id: str) -> list[str]:
        """Return the folder itself and all folders that contain it, from the inside out."""
        start = (
            select(Folder.folder_id, Folder.parent_id)
            .where(Folder.org_id == org_id, Folder.folder_id == folder_id)
            .cte("line", recursive=True)
        )
        parent = aliased(Folder)
        line = start.union(
            select(parent.folder_id, parent.parent_id).where(
                parent.org_id == org_id, parent.folder_id == start.c.parent_id
            )
        )
        return list(self.session.scalars(select(line.c.folder_id)))

    def height(self, org_id: str, folder_id: str) -> int:
        """Return the number of levels of folders from this one down, including itself."""
        below = (
            select(Folder.folder_id, literal(1).label("level"))
            .where(Folder.org_id == org_id, Folder.folder_id == folder_id)
            .cte("below", recursive=True)
        )
        child = aliased(Folder)
        below = below.union_all(
            select(child.folder_id, below.c.level + 1).where(
                child.org_id == org_id, child.parent_id == below.c.folder_id
            )
        )
        return self.session.scalar(select(func.max(below.c.level))) or 1

    def save(self, folder: Folder, **changes: Any) -> bool:
        """Write a folder with these changes. Return False if another folder in the same place has the name."""
        try:
            with self.session.begin_nested():
                for name, value in changes.items():
                    setattr(folder, name, value)
                self.session.add(folder)
                self.session.flush()
        except IntegrityError as error:
            if "folders_name" not in str(error.orig):
                raise
            return False
        return True

    def children(self, org_id: str, folder_id: str) -> list[Folder]:
        """Return the folders directly inside this one."""
        return list(self.session.scalars(self.scoped(org_id).where(Folder.parent_id == folder_id)))

    def remove(self, folder: Folder) -> None:
        """Remove an empty folder."""
        self.session.delete(folder)
        self.session.flush()


_ORDERS: dict[str, ColumnElement[Any]] = {
    "name": func.lower(Folder.name).asc(),
    "-name": func.lower(Folder.name).desc(),
    "created_at": Folder.created_at.asc(),
    "-created_at": Folder.created_at.desc(),
}
