"""Requests and responses about forms and members who are notified of their submissions."""

from datetime import datetime
from typing import Literal

from pydantic import Field

from api.domains.content.forms.schemas import FormId
from api.domains.content.forms.types import PageId
from api.kit.pagination import ListBody
from api.kit.schemas import Body, OrgBody, Schema


class ListForms(ListBody):
    """List the forms of all pages, or of one. `filter` searches page names and form titles."""

    page_id: PageId | None = None
    form_id: FormId | None = Field(None, description="Only forms with this ID")
    sort: (
        Literal[
            "last_at",
            "-last_at",
            "unread",
            "-unread",
            "answers",
            "-answers",
            "page_name",
            "-page_name",
        ]
        | None
    ) = None


class FormRef(Body):
    """A form of a page."""

    page_id: PageId
    form_id: FormId


class WatchForm(FormRef):
    """Whether to email the caller about new submissions of a form."""

    by_mail: bool


class FormRead(Schema):
    """A form and its submission counts."""

    page_id: str
    form_id: str
    page_name: str
    code_id: str | None
    title: str
    is_published: bool
    is_on_page: bool = Field(description="False for a form that was removed but still has answers")
    answers: int
    unread: int
    last_at: datetime | None = Field(description="When the last answer arrived")
    tells_me: bool = Field(description="Whether the caller gets an email about new answers")


class FormColumn(Schema):
    """A question of a form, as a column of its answers."""

    name: str
    label: str
    input_type: str
    options: list[str] | None
    is_on_form: bool


class FormDetail(FormRead):
    """A form with its questions."""

    fields: list[FormColumn]


class CountUnread(OrgBody):
    """Count the unread answers of all forms."""


class UnreadAnswers(Schema):
    """The number of unread answers."""

    unread: int
