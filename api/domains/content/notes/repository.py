"""All SQL for notes on the organisation's side."""

from typing import Any

from sqlalchemy import ColumnElement, delete, func, or_, select

from api.db.advisory_locks import lock_until_commit
from api.db.tenancy import Repository
from api.domains.codes.codes.tables import codes
from api.domains.content.notes.models import Note
from api.domains.content.notes.schemas import ListNotes
from api.kit.pagination import contains_pattern

_ORDERS: dict[str, ColumnElement[Any]] = {
    "updated_at": Note.updated_at.asc(),
    "-updated_at": Note.updated_at.desc(),
    "created_at": Note.created_at.asc(),
    "-created_at": Note.created_at.desc(),
    "title": func.lower(Note.title).asc(),
    "-title": func.lower(Note.title).desc(),
}


class NoteRepository(Repository[Note]):
    """Notes of one organisation, accessed through one session."""

    model = Note

    def lock_code(self, org_id: str, code_id: str) -> None:
        """Lock the notes of this code until the transaction ends."""
        lock_until_commit(self.session, "notes", org_id, code_id)

    def add(self, note: Note) -> None:
        """Insert a note."""
        self.session.add(note)
        self.session.flush()

    def save(self) -> None:
        """Write pending changes."""
        self.session.flush()

    def find_for_update(self, org_id: str, note_id: str) -> Note | None:
        """Return a note, locked until the transaction ends."""
        statement = self.scoped(org_id).where(Note.note_id == note_id).with_for_update()
        return self.session.scalar(statement.execution_options(populate_existing=True))

    def list_notes(
        self, org_id: str, body: ListNotes, code_id: str | None
    ) -> tuple[list[Note], int]:
        """Return one page of matching notes and the total number of matches."""
        matching = self.scoped(org_id)
        if code_id is not None:
            matching = matching.where(Note.code_id == code_id)
        if body.is_public is not None:
            matching = matching.where(Note.is_public.is_(body.is_public))
        if body.filter:
            pattern = contains_pattern(body.filter)
            matching = matching.where(
                or_(Note.title.ilike(pattern), Note.plain_text.ilike(pattern))
            )
        order = _ORDERS[body.sort or "-updated_at"]
        return self.page(matching, body.paging, order, Note.note_id.asc())

    def count_on(self, org_id: str, code_id: str) -> int:
        """Return the number of notes on a code."""
        of_code = self.scoped(org_id).where(Note.code_id == code_id)
        return self.session.scalar(select(func.count()).select_from(of_code.subquery())) or 0

    def public_on(self, org_id: str, code_id: str) -> list[Note]:
        """Return the notes that the page of a note code can show."""
        statement = self.scoped(org_id).where(Note.code_id == code_id, Note.is_public)
        return list(self.session.scalars(statement.order_by(Note.note_id)))

    def names_of(self, org_id: str, code_ids: set[str]) -> dict[str, str]:
        """Return the names of these codes."""
        rows = self.session.execute(
            select(codes.c.code_id, codes.c.name).where(
                codes.c.org_id == org_id, codes.c.code_id.in_(code_ids)
            )
        )
        return {row.code_id: row.name for row in rows}

    def remove(self, org_id: str, note_id: str) -> bool:
        """Delete a note. Returns False if there is none."""
        gone = self.session.execute(
            delete(Note)
            .where(Note.org_id == org_id, Note.note_id == note_id)
            .returning(Note.note_id)
        )
        return gone.scalar() is not None
