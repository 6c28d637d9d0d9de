"""What visitors ask of a page: the page with what they gave, the thank-you, the page of a return.

Who merely knows an email learns nothing by it. Names and answers, and that there are any, are told to the
browser that gave them, known by its signed cookie, or to who holds a submission's unguessable id together
with its email or phone.
"""

from fastapi import Request
from limits import parse
from starlette.concurrency import run_in_threadpool

from api.auth.member import MaybeMemberDep
from api.db.routing import ApiRouter
from api.db.session import SessionDep
from api.domains.codes.codes.errors import invalid_field
from api.domains.content.forms.dependencies import SubmissionServiceDep
from api.domains.content.forms.reception import receive
from api.domains.content.forms.returning import Visitors
from api.domains.content.forms.schemas import (
    DraftPage,
    GetPage,
    GetSuccess,
    PublicPage,
    ReturnedPage,
    ReturnPage,
    SuccessPage,
)
from api.domains.content.pages import views as page_views
from api.domains.content.pages.dependencies import PageServiceDep
from api.domains.content.pages.errors import PageNotFound
from api.domains.people.customers.dependencies import CustomerServiceDep
from api.domains.visits.visits.router import LimitsDep
from api.kit.errors import Unauthenticated

router = ApiRouter(tags=["submissions"])

PER_ADDRESS = parse("300 per minute")
CLAIMS_PER_ADDRESS = parse("30 per minute")
"""How often an email, a phone or a submission may be tried."""


@router.post("/v1/get-page")
async def get_page(
    body: GetPage,
    request: Request,
    session: SessionDep,
    limits: LimitsDep,
    me: MaybeMemberDep,
    pages: PageServiceDep,
    submissions: SubmissionServiceDep,
    customers: CustomerServiceDep,
) -> DraftPage | PublicPage:
    """A published page, with whether this visitor gave a form of it already; for owners the draft."""
    if body.draft:
        if me is None:
            raise Unauthenticated
        if body.page_id is None:
            raise invalid_field("page_id", "is needed for a draft", "missing")
        page = await run_in_threadpool(pages.get, me.org_id, body.page_id)
        return DraftPage(**page_views.whole(page).model_dump())
    reception = await receive(request, page_id=body.page_id, code_id=body.qr_id)
    if reception is None:
        raise PageNotFound
    network = reception.arrival.network
    limits.hit(PER_ADDRESS, "get-page", network)
    if body.email:
        limits.hit(CLAIMS_PER_ADDRESS, "get-page-claim", network)
    visitors = Visitors(session, submissions, customers)
    return await run_in_threadpool(visitors.page, reception, body.language)


@router.post("/v1/return-page")
async def return_page(
    body: ReturnPage,
    request: Request,
    session: SessionDep,
    limits: LimitsDep,
    submissions: SubmissionServiceDep,
    customers: CustomerServiceDep,
) -> ReturnedPage:
    """The page for who comes back, with what this browser sent and the exchange that is named."""
    is_page = body.id.startswith("page_")
    reception = await receive(
        request,
        page_id=body.id if is_page else None,
        code_id=None if is_page else body.id,
    )
    if reception is None:
        raise PageNotFound
    limits.hit(CLAIMS_PER_ADDRESS, "return-page", reception.arrival.network)
    visitors = Visitors(session, submissions, customers)
    return await run_in_threadpool(visitors.returned, reception, body)


@router.post("/v1/get-success-page")
async def get_success_page(
    body: GetSuccess,
    request: Request,
    session: SessionDep,
    limits: LimitsDep,
    submissions: SubmissionServiceDep,
    customers: CustomerServiceDep,
) -> SuccessPage:
    """What is shown after a submit, to who holds the submission's id."""
    if body.code_id is None and body.page_id is None:
        raise invalid_field("code_id", "is needed, or page_id for a page without a code", "missing")
    reception = await receive(request, page_id=body.page_id, code_id=body.code_id)
    if reception is None:
        raise PageNotFound
    limits.hit(PER_ADDRESS, "get-success-page", reception.arrival.network)
    visitors = Visitors(session, submissions, customers)
    return await run_in_threadpool(visitors.success, reception, body.submission_id)
