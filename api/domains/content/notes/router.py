"""API routes of notes, and the page of a public note."""

from api.auth.member import EditorDep, ViewerDep
from api.db.routing import ApiRouter
from api.domains.content.notes import attachments, public
from api.domains.content.notes.dependencies import NoteServiceDep
from api.domains.content.notes.models import Note
from api.domains.content.notes.schemas import (
    AddNote,
    ListCodeNotes,
    ListNotes,
    NoteDeleted,
    NoteRead,
    NoteRef,
)
from api.domains.content.notes.service import NoteService
from api.kit.pagination import Page, page_of
from api.objects.store import ObjectsDep, ObjectStore

router = ApiRouter(tags=["notes"])
router.add_route(
    "/code/note/{note_id}", public.note_page, methods=["GET", "HEAD"], include_in_schema=False
)

EXCERPT = 200


def _read(note: Note, code_name: str, objects: ObjectStore) -> NoteRead:
    return NoteRead(
        note_id=note.note_id,
        id=note.note_id,
        org_id=note.org_id,
        code_id=note.code_id,
        code_name=code_name,
        title=note.title,
        body=note.body,
        excerpt=note.plain_text[:EXCERPT],
        attachments=attachments.to_read(note.attachments, objects),
        is_public=note.is_public,
        public_url=f"/code/note/{note.note_id}",
        created_at=note.created_at,
        created_by=note.created_by,
        updated_at=note.updated_at,
        updated_by=note.updated_by,
        version=note.version,
    )


def _page(
    org_id: str,
    notes: NoteService,
    objects: ObjectStore,
    body: ListNotes,
    found: tuple[list[Note], int],
) -> Page[NoteRead]:
    rows, total = found
    names = notes.names_of_codes(org_id, rows)
    return page_of(
        [_read(row, names.get(row.code_id, ""), objects) for row in rows], total, body.paging
    )


@router.post("/v1/add_qr_note")
def add_note(body: AddNote, me: EditorDep, notes: NoteServiceDep, objects: ObjectsDep) -> NoteRead:
    """Save a note on a code; with `note_id`, change an existing one."""
    note = notes.keep(me.org_id, me.caller_id, body)
    return _read(note, notes.names_of_codes(me.org_id, [note]).get(note.code_id, ""), objects)


@router.post("/v1/get_qr_notes")
def list_code_notes(
    body: ListCodeNotes, me: ViewerDep, notes: NoteServiceDep, objects: ObjectsDep
) -> Page[NoteRead]:
    """List the notes on one code, the most recently changed first."""
    return _page(me.org_id, notes, objects, body, notes.list_notes(me.org_id, body, body.code_id))


@router.post("/v1/get_all_notes")
def list_notes(
    body: ListNotes, me: ViewerDep, notes: NoteServiceDep, objects: ObjectsDep
) -> Page[NoteRead]:
    """List all notes of the organisation, the most recently changed first."""
    return _page(me.org_id, notes, objects, body, notes.list_notes(me.org_id, body))


@router.post("/v1/delete_qr_note")
def delete_note(body: NoteRef, me: EditorDep, notes: NoteServiceDep) -> NoteDeleted:
    """Delete a note permanently."""
    notes.remove(me.org_id, body.id)
    return NoteDeleted(note_id=body.id)
