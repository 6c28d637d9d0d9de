"""Errors of notes."""

from api.kit.errors import Conflict, NotFound


class NoteNotFound(NotFound):
    code = "note_not_found"
    message = "Note not found."


class NoteChanged(Conflict):
    code = "note_changed"
    message = (
        "Somebody else has changed this note in the meantime. Reload it, then repeat your change."
    )


class TooManyNotes(Conflict):
    code = "too_many_notes"
    message = "A code can have at most 500 notes. Delete one first."
