"""Visitors' API routes for a page: the page itself, its success page, and the page for a return.

Knowing an email address reveals nothing. Names, answers and whether there are any are shown only to the browser that
sent them, recognised by its signed cookie, or to a caller that has a submission's unguessable ID and its email address
or phone number.
"""

from fastapi import Request
from limits import parse
from starlette.concurrency import run_in_threadpool

from api.auth.member import MaybeMemberDep, Member
from api.db.routing import ApiRouter
from api.domains.codes.codes.errors import invalid_field
from api.domains.content.forms.form_request import ResolvedFormRequest, resolve_form_request
from api.domains.content.forms.schemas import GetSuccess, SuccessPage
from api.domains.content.pages import views
from api.domains.content.pages.dependencies import PageServiceDep
from api.domains.content.pages.errors import PageNotFound
from api.domains.content.pages.published import PublishedPage
from api.domains.content.pages.service import PageService
from api.domains.content.pages.state import PagesState
from api.domains.content.pages.visitor_schemas import (
    DraftPage,
    GetPage,
    PublicPage,
    ReturnedPage,
    ReturnPage,
)
from api.domains.content.pages.visitor_service import VisitorPageServiceDep
from api.kit.errors import Unauthenticated
from api.kit.process_state import RateLimitsDep

router = ApiRouter(tags=["submissions"])

PER_ADDRESS = parse("300 per minute")
CLAIMS_PER_ADDRESS = parse("30 per minute")
"""Rate limit for attempts with an email, a phone number or a submission."""


@router.post("/v1/get-page")
async def get_page(
    body: GetPage,
    request: Request,
    limits: RateLimitsDep,
    me: MaybeMemberDep,
    pages: PageServiceDep,
    visited: VisitorPageServiceDep,
) -> DraftPage | PublicPage:
    """Get a published page, and whether this visitor has already submitted a form on it. Members can get the draft."""
    if body.draft:
        return await run_in_threadpool(_draft, body.page_id, me, pages)
    received = await _resolved(request, page_id=body.page_id, code_id=body.qr_id)
    network = received.incoming.network
    limits.hit(PER_ADDRESS, "get-page", network)
    if body.email:
        limits.hit(CLAIMS_PER_ADDRESS, "get-page-claim", network)
    return await run_in_threadpool(visited.page, received, body.language)


def _draft(page_id: str | None, me: Member | None, pages: PageService) -> DraftPage:
    if me is None:
        raise Unauthenticated
    if page_id is None:
        raise invalid_field("page_id", "is required for a draft", "missing")
    page = pages.get(me.org_id, page_id)
    small = pages.small_pictures(page)
    return DraftPage(**views.whole(page).model_dump(), small_pictures=small)


@router.post("/v1/return-page")
async def return_page(
    body: ReturnPage, request: Request, limits: RateLimitsDep, visited: VisitorPageServiceDep
) -> ReturnedPage:
    """Get the page for a returning visitor, with what this browser submitted."""
    is_page = body.id.startswith("page_")
    received = await _resolved(
        request,
        page_id=body.id if is_page else None,
        code_id=None if is_page else body.id,
    )
    limits.hit(CLAIMS_PER_ADDRESS, "return-page", received.incoming.network)
    return await run_in_threadpool(visited.returned, received, body)


@router.post("/v1/get-success-page")
async def get_success_page(
    body: GetSuccess, request: Request, limits: RateLimitsDep, visited: VisitorPageServiceDep
) -> SuccessPage:
    """Get what is shown after a submission, for a caller who has the submission's ID."""
    if body.code_id is None and body.page_id is None:
        raise invalid_field(
            "code_id", "is required, or page_id for a page without a code", "missing"
        )
    received = await _resolved(request, page_id=body.page_id, code_id=body.code_id)
    limits.hit(PER_ADDRESS, "get-success-page", received.incoming.network)
    agent = request.headers.get("user-agent", "")
    return await run_in_threadpool(visited.success, received, body.submission_id, agent)


async def _resolved(
    request: Request, *, page_id: str | None, code_id: str | None
) -> ResolvedFormRequest[PublishedPage]:
    pages = PagesState.of(request).published
    received = await resolve_form_request(request, pages, page_id=page_id, code_id=code_id)
    if received is None:
        raise PageNotFound
    return received
