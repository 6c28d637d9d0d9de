"""Rules of the list of forms and of notifying members about submissions."""

from datetime import datetime
from typing import Any

from sqlalchemy import Row

from api.auth.member import Member
from api.domains.content.form_inbox.errors import NobodyToNotify
from api.domains.content.form_inbox.models import FormWatcher
from api.domains.content.form_inbox.repository import FormInboxRepository
from api.domains.content.form_inbox.schemas import (
    FormColumn,
    FormDetail,
    FormRead,
    FormRef,
    ListForms,
    WatchForm,
)
from api.domains.content.forms.definition import InputType
from api.domains.content.forms.errors import FormNotFound


class FormInboxService:
    """The forms of one organisation."""

    def __init__(self, forms: FormInboxRepository, now: datetime) -> None:
        self._forms = forms
        self._now = now

    def list_forms(self, me: Member, body: ListForms) -> tuple[list[FormRead], int]:
        """Return forms, those with the newest submissions first unless sorted otherwise."""
        rows, total = self._forms.list_forms(me.org_id, me.user_id, body)
        return [FormRead(**_values(row)) for row in rows], total

    def get_form(self, me: Member, form: FormRef) -> FormDetail:
        """Return a form with its current questions, followed by its former ones."""
        row = self._find(me, form)
        asked = [
            FormColumn(
                name=field["name"],
                label=field.get("input_display_name") or field["name"],
                input_type=field["input_type"],
                options=field.get("options"),
                is_on_form=True,
            )
            for field in row.fields or ()
            if field["input_type"] != InputType.PAGE_DIVIDER
        ]
        names = {column.name for column in asked}
        earlier = [
            FormColumn(
                name=name,
                label=name.replace("_", " "),
                input_type=InputType.TEXT,
                options=None,
                is_on_form=False,
            )
            for name in self._forms.answered_fields(me.org_id, form.page_id, form.form_id)
            if name not in names
        ]
        return FormDetail(**_values(row), fields=[*asked, *earlier])

    def watch(self, me: Member, body: WatchForm) -> FormDetail:
        """Turn emails to the caller about a form's new submissions on or off.

        Raises:
            NobodyToNotify: the caller is a program.
        """
        if me.user_id is None:
            raise NobodyToNotify
        self._find(me, body)
        if body.by_mail:
            self._forms.watch(
                FormWatcher(
                    org_id=me.org_id,
                    page_id=body.page_id,
                    form_id=body.form_id,
                    user_id=me.user_id,
                    notified_until=self._now,
                    notified_at=self._now,
                )
            )
        else:
            self._forms.unwatch(me.org_id, body.page_id, body.form_id, me.user_id)
        return self.get_form(me, body)

    def count_unread(self, me: Member) -> int:
        """Return the number of unread answers."""
        return self._forms.count_unread(me.org_id)

    def _find(self, me: Member, form: FormRef) -> Row[Any]:
        row = self._forms.find(me.org_id, me.user_id, form.page_id, form.form_id)
        if row is None:
            raise FormNotFound
        return row


def _values(row: Row[Any]) -> dict[str, Any]:
    values = row._asdict()
    return {name: values[name] for name in FormRead.model_fields} | {"title": row.title or ""}
