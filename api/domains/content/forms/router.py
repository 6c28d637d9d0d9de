"""API routes with which visitors send forms and organisations read them."""

from fastapi import Request, Response
from limits import parse
from starlette.concurrency import run_in_threadpool

from api.auth.member import EditorDep, ViewerDep
from api.db.idempotency import HEADER
from api.db.routing import ApiRouter
from api.domains.codes.codes.dependencies import CodeServiceDep
from api.domains.content.forms import views
from api.domains.content.forms.dependencies import SubmissionServiceDep
from api.domains.content.forms.form_receiver import FormReceiver, FormReceiverDep
from api.domains.content.forms.form_request import ResolvedFormRequest
from api.domains.content.forms.published import FormPage
from api.domains.content.forms.schemas import (
    AppendSubmit,
    DeleteSubmission,
    GetSubmits,
    MarkSubmissions,
    SubmissionDeleted,
    SubmissionRead,
    SubmissionsMarked,
    SubmitAppended,
)
from api.domains.content.forms.state import FormsState
from api.kit.pagination import Page, page_of

router = ApiRouter(tags=["submissions"])

PER_ADDRESS = parse("120 per minute")


@router.post("/v1/append-submit")
@router.post("/v0/submit_user_data", operation_id="submit_user_data")
async def append_submit(
    sent: AppendSubmit, request: Request, response: Response, forms: FormReceiverDep
) -> SubmitAppended:
    """Store a visitor's form submission. Requests with the same key count as one submission."""
    received = await _received(sent, request, forms)
    stored = await run_in_threadpool(forms.keep, received, sent, request.headers.get(HEADER))
    if received.cookie is not None:
        response.headers.append("set-cookie", received.cookie)
    return views.appended(stored)


async def _received(
    sent: AppendSubmit, request: Request, forms: FormReceiver
) -> ResolvedFormRequest[FormPage]:
    return await forms.receive(
        FormsState.of(request).pages,
        page_id=sent.page_id,
        code_id=sent.code_id,
        bucket="append-submit",
        per_network=PER_ADDRESS,
    )


@router.post("/v1/get-submit-data")
def list_submissions(
    body: GetSubmits, me: ViewerDep, submissions: SubmissionServiceDep, codes: CodeServiceDep
) -> Page[SubmissionRead]:
    """List the submissions of a code and its children, newest first."""
    if body.code_id is not None:
        codes.get(me.org_id, body.code_id)
    rows, total = submissions.list_submissions(me.org_id, body)
    items = [
        views.whole(row, submissions.contacts(row[1]), submissions.answers(row[0], row[1]))
        for row in rows
    ]
    return page_of(items, total, body.paging)


@router.post("/v1/mark-submissions")
def mark_submissions(
    body: MarkSubmissions, me: EditorDep, submissions: SubmissionServiceDep
) -> SubmissionsMarked:
    """Mark submissions as read or unread for the whole organisation."""
    return SubmissionsMarked(changed=submissions.mark(me.org_id, body))


@router.post("/v1/delete-submission")
def delete_submission(
    body: DeleteSubmission, me: EditorDep, submissions: SubmissionServiceDep
) -> SubmissionDeleted:
    """Delete a submission, such as a cancelled booking or a test. Its reserved places become free, and its sender can
    answer again. It is still counted in analytics.
    """
    submissions.delete(me.org_id, body.submission_id)
    return SubmissionDeleted(submission_id=body.submission_id)
