"""Rules of notes: each belongs to a code, its HTML is safe, and changes require the current version."""

from collections.abc import Callable
from datetime import datetime

from sqlalchemy.orm import Session

from api.domains.codes.codes.errors import invalid_field
from api.domains.codes.codes.service import CodeService
from api.domains.content.notes import attachments
from api.domains.content.notes.errors import NoteChanged, NoteNotFound, TooManyNotes
from api.domains.content.notes.models import Note
from api.domains.content.notes.repository import NoteRepository
from api.domains.content.notes.schemas import AddNote, ListNotes
from api.rendering.rich_text.sanitizing import plain_text, sanitised

MAX_NOTES = 500


class NoteService:
    """Notes of the organisation that the session has entered."""

    def __init__(
        self,
        session: Session,
        codes: CodeService,
        *,
        base_url: str,
        now: datetime,
        new_id: Callable[[str], str],
    ) -> None:
        self._notes = NoteRepository(session)
        self._codes = codes
        self._base_url = base_url
        self._now = now
        self._new_id = new_id

    def keep(self, org_id: str, by: str, params: AddNote) -> Note:
        """Create a note, or change the one that is named."""
        if params.note_id is not None:
            return self._change(org_id, by, params, params.note_id)
        if params.code_id is None:
            raise invalid_field("code_id", "is required for a new note", "missing")
        if params.title is None:
            raise invalid_field("title", "is required for a new note", "missing")
        self._make_room(org_id, params.code_id)
        body = sanitised(params.body or "")
        note = Note(
            note_id=self._new_id("note"),
            org_id=org_id,
            code_id=params.code_id,
            title=params.title,
            body=body,
            plain_text=plain_text(body),
            attachments=attachments.to_stored(org_id, self._base_url, params.attachments or []),
            is_public=bool(params.is_public),
            created_at=self._now,
            created_by=by,
            updated_at=self._now,
            updated_by=by,
        )
        self._notes.add(note)
        return note

    def list_notes(
        self, org_id: str, body: ListNotes, code_id: str | None = None
    ) -> tuple[list[Note], int]:
        """Return one page of notes, of all codes or of one."""
        if code_id is not None:
            self._codes.get(org_id, code_id)
        return self._notes.list_notes(org_id, body, code_id)

    def names_of_codes(self, org_id: str, notes: list[Note]) -> dict[str, str]:
        """Return the names of the codes that these notes are on."""
        return self._notes.names_of(org_id, {note.code_id for note in notes})

    def remove(self, org_id: str, note_id: str) -> None:
        """Delete a note permanently."""
        if not self._notes.remove(org_id, note_id):
            raise NoteNotFound

    def _change(self, org_id: str, by: str, body: AddNote, note_id: str) -> Note:
        note = self._notes.find_for_update(org_id, note_id)
        if note is None:
            raise NoteNotFound
        if body.version is not None and body.version != note.version:
            raise NoteChanged
        if body.code_id is not None and body.code_id != note.code_id:
            self._make_room(org_id, body.code_id)
            note.code_id = body.code_id
        if body.title is not None:
            note.title = body.title
        if body.body is not None:
            note.body = sanitised(body.body)
            note.plain_text = plain_text(note.body)
        if body.attachments is not None:
            note.attachments = attachments.to_stored(org_id, self._base_url, body.attachments)
        if body.is_public is not None:
            note.is_public = body.is_public
        note.updated_at, note.updated_by = self._now, by
        self._notes.save()
        return note

    def _make_room(self, org_id: str, code_id: str) -> None:
        self._codes.get(org_id, code_id)
        self._notes.lock_code(org_id, code_id)
        if self._notes.count_on(org_id, code_id) >= MAX_NOTES:
            raise TooManyNotes
