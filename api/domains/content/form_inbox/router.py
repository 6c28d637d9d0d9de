"""API routes for lists of forms."""

from typing import Annotated

from fastapi import Depends

from api.auth.member import EditorDep, ViewerDep
from api.db.routing import ApiRouter
from api.db.session import SessionDep
from api.domains.content.form_inbox.repository import FormInboxRepository
from api.domains.content.form_inbox.schemas import (
    CountUnread,
    FormDetail,
    FormRead,
    FormRef,
    ListForms,
    UnreadAnswers,
    WatchForm,
)
from api.domains.content.form_inbox.service import FormInboxService
from api.kit.clock import NowDep
from api.kit.pagination import Page, page_of

router = ApiRouter(tags=["submissions"])


def _service(session: SessionDep, now: NowDep) -> FormInboxService:
    return FormInboxService(FormInboxRepository(session), now)


FormInboxDep = Annotated[FormInboxService, Depends(_service)]


@router.post("/v1/list-forms")
def list_forms(body: ListForms, me: ViewerDep, forms: FormInboxDep) -> Page[FormRead]:
    """List the forms of all pages, the most recently answered first."""
    items, total = forms.list_forms(me, body)
    return page_of(items, total, body.paging)


@router.post("/v1/get-form")
def get_form(body: FormRef, me: ViewerDep, forms: FormInboxDep) -> FormDetail:
    """Get a form with its questions and its number of submissions."""
    return forms.get_form(me, body)


@router.post("/v1/watch-form")
def watch_form(body: WatchForm, me: EditorDep, forms: FormInboxDep) -> FormDetail:
    """Turn emails about new submissions of a form on or off. They are sent at most every ten minutes."""
    return forms.watch(me, body)


@router.post("/v1/count-unread-answers")
def count_unread_answers(_body: CountUnread, me: ViewerDep, forms: FormInboxDep) -> UnreadAnswers:
    """Count unread answers."""
    return UnreadAnswers(unread=forms.count_unread(me))
