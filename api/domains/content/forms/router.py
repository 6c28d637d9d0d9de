"""The calls by which visitors send forms, and their owners read them."""

from fastapi import Request, Response
from limits import parse
from sqlalchemy.orm import Session
from starlette.concurrency import run_in_threadpool

from api.auth.member import EditorDep, ViewerDep
from api.db.idempotency import HEADER
from api.db.routing import ApiRouter
from api.db.session import SessionDep, enter_tenant
from api.domains.codes.codes.dependencies import CodeServiceDep
from api.domains.content.forms import views
from api.domains.content.forms.dependencies import SubmissionServiceDep
from api.domains.content.forms.errors import FormNotFound
from api.domains.content.forms.reception import Reception, receive
from api.domains.content.forms.schemas import (
    AppendSubmit,
    DeleteSubmission,
    GetSubmits,
    SubmissionDeleted,
    SubmissionRead,
    SubmitAppended,
)
from api.domains.content.forms.service import Kept, SubmissionService
from api.domains.visits.visits.identity import cookie_to_set
from api.domains.visits.visits.router import LimitsDep
from api.kit.pagination import Page, page_of

router = ApiRouter(tags=["submissions"])

PER_ADDRESS = parse("120 per minute")
PER_PAGE = parse("6000 per minute")


@router.post("/v1/append-submit")
@router.post("/v0/submit_user_data", operation_id="submit_user_data")
async def append_submit(
    sent: AppendSubmit,
    request: Request,
    response: Response,
    session: SessionDep,
    submissions: SubmissionServiceDep,
    limits: LimitsDep,
) -> SubmitAppended:
    """Keep a form that a visitor sent. The same key is the same submission."""
    reception = await receive(
        request, page_id=sent.page_id, code_id=sent.code_id, may_give_cookie=True
    )
    if reception is None:
        raise FormNotFound
    limits.hit(PER_ADDRESS, "append-submit", reception.arrival.network)
    limits.hit(PER_PAGE, "append-submit", reception.page.page_id)
    header = request.headers.get(HEADER)
    kept = await run_in_threadpool(keep, session, submissions, reception, sent, header)
    cookie = cookie_to_set(reception.visit.identity, is_secure=reception.arrival.is_secure)
    if cookie is not None:
        response.headers.append("set-cookie", cookie)
    return views.appended(kept)


def keep(
    session: Session,
    submissions: SubmissionService,
    reception: Reception,
    sent: AppendSubmit,
    header: str | None,
) -> Kept:
    """Keep a form in the organisation of its page."""
    enter_tenant(session, reception.page.org_id)
    key = sent.submission_key or (header[:255] if header else None)
    return submissions.append(
        reception.target, sent, reception.visit, key=key, strict=header is not None
    )


@router.post("/v1/get-submit-data")
def list_submissions(
    body: GetSubmits, me: ViewerDep, submissions: SubmissionServiceDep, codes: CodeServiceDep
) -> Page[SubmissionRead]:
    """List what was sent through the forms of a code and of its children, the newest first."""
    if body.code_id is not None:
        codes.get(me.org_id, body.code_id)
    rows, total = submissions.list_submissions(me.org_id, body)
    items = [views.whole(row, submissions.answers(row[0], row[1])) for row in rows]
    return page_of(items, total, body.paging)


@router.post("/v1/delete-submission")
def delete_submission(
    body: DeleteSubmission, me: EditorDep, submissions: SubmissionServiceDep
) -> SubmissionDeleted:
    """Remove what was sent through a form: a cancelled place, a try, nonsense. Places that it took are
    free again. Whoever sent it may answer anew; that it was sent stays counted.
    """
    submissions.delete(me.org_id, body.submission_id)
    return SubmissionDeleted(submission_id=body.submission_id)
