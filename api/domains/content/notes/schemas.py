"""Requests and responses about notes."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import AliasChoices, Field, StringConstraints

from api.domains.codes.codes.schemas import CodeId
from api.kit.pagination import ListBody
from api.kit.schemas import Body, OrgBody, Schema, Version
from api.kit.visible_text import OneLine
from api.rendering.rich_text.sanitizing import MAX_HTML

MAX_ATTACHMENTS = 20

NoteId = Annotated[str, StringConstraints(min_length=1, max_length=64)]
Title = Annotated[str, OneLine(160)]


class Attachment(Body):
    """One of the organisation's files, as returned by `upload-image`."""

    name: Title
    url: Annotated[
        str,
        StringConstraints(min_length=1, max_length=1024),
        Field(
            validation_alias=AliasChoices("url", "key"),
            description="The file's key or its /media/ address",
        ),
    ]


class AddNote(OrgBody):
    """Create a note; with `note_id`, change an existing one."""

    note_id: NoteId | None = Field(None, validation_alias=AliasChoices("note_id", "id"))
    code_id: CodeId | None = Field(
        None,
        validation_alias=AliasChoices("code_id", "qr_id"),
        description="Required for a new note; for an existing one, it moves the note",
    )
    title: Title | None = None
    body: Annotated[str, StringConstraints(max_length=MAX_HTML)] | None = Field(
        None,
        validation_alias=AliasChoices("body", "note", "text"),
        description="HTML; only formatting and links are kept",
    )
    attachments: list[Attachment] | None = Field(None, max_length=MAX_ATTACHMENTS)
    is_public: bool | None = Field(
        None, description="Whether /code/note/{note_id} shows it to anyone"
    )
    version: Version | None = Field(
        None, description="The version that you read; 409 if it has changed since"
    )


class NoteRef(OrgBody):
    """Identifies a note."""

    id: NoteId = Field(validation_alias=AliasChoices("id", "note_id"))


class ListNotes(ListBody):
    """A page of all notes. `filter` searches title and text."""

    sort: (
        Literal["updated_at", "-updated_at", "created_at", "-created_at", "title", "-title"] | None
    ) = None
    is_public: bool | None = None


class ListCodeNotes(ListNotes):
    """A page of the notes on one code."""

    code_id: CodeId = Field(validation_alias=AliasChoices("code_id", "qr_id", "id"))


class AttachmentRead(Schema):
    """A file attached to a note."""

    name: str
    key: str
    url: str
    is_picture: bool


class NoteRead(Schema):
    """A note with all its fields."""

    note_id: str
    id: str
    org_id: str
    code_id: str
    code_name: str
    title: str
    body: str = Field(description="Sanitised HTML")
    excerpt: str = Field(description="The beginning of the text, without formatting")
    attachments: list[AttachmentRead]
    is_public: bool
    public_url: str = Field(
        description="Path of its page, which exists only while the note is public"
    )
    created_at: datetime
    created_by: str | None
    updated_at: datetime
    updated_by: str | None
    version: int


class NoteDeleted(Schema):
    """The note that was permanently deleted."""

    note_id: str
    deleted: Literal[True] = True
