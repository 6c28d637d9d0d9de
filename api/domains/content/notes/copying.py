"""Copies a code's public notes to a copy of the code."""

from collections.abc import Callable

from sqlalchemy.orm import Session

from api.domains.content.notes.models import Note
from api.domains.content.notes.repository import NoteRepository


class NoteCopies:
    """Copies notes of the organisation that the session has entered."""

    def __init__(self, session: Session, new_id: Callable[[str], str]) -> None:
        self._notes = NoteRepository(session)
        self._new_id = new_id

    def copy(self, org_id: str, by: str, from_code: str, to_code: str) -> int:
        """Copy the public notes of one code to another in the same order, and return how many."""
        notes = self._notes.public_on(org_id, from_code)
        for note in notes:
            self._notes.add(
                Note(
                    note_id=self._new_id("note"),
                    org_id=org_id,
                    code_id=to_code,
                    title=note.title,
                    body=note.body,
                    plain_text=note.plain_text,
                    attachments=note.attachments,
                    is_public=True,
                    created_at=note.created_at,
                    created_by=by,
                    updated_at=note.updated_at,
                    updated_by=by,
                )
            )
        return len(notes)
