"""The route of links in messages."""

from typing import Annotated

import psycopg
from fastapi import Depends, Path, Request, Response
from limits import parse
from starlette.responses import RedirectResponse

from api.db.routing import ApiRouter
from api.domains.messaging.links.following import LinksState, follow
from api.domains.visits.visits.group_commit import RETRY_AFTER, NotRecorded
from api.domains.visits.visits.identity import cookie_to_set
from api.domains.visits.visits.scan_service import VisitorRequest
from api.domains.visits.visits.state import ScanServiceDep
from api.kit.process_state import RateLimitsDep, SettingsDep
from api.kit.request_deadline import within_deadline
from api.rendering.visitor_pages.gate_query import with_query
from api.rendering.visitor_pages.pages import Notice, page_response
from api.rendering.visitor_pages.state import VisitorPagesState

PER_ADDRESS = parse("600 per minute")
"""Customers of a mobile operator share few addresses. Guessing a key at this rate takes millions of years."""
IN_ALL = parse("60000 per minute")

router = ApiRouter(tags=["messages"], include_in_schema=False)


async def _links_state(request: Request) -> LinksState:
    return LinksState.of(request)


async def _incoming(
    request: Request, scans: ScanServiceDep, limits: RateLimitsDep
) -> VisitorRequest:
    """Return the visitor's request, counted against their rate limit."""
    incoming = scans.read_request("HEAD" if request.method == "HEAD" else "GET", request.scope)
    limits.hit(PER_ADDRESS, "message-link", incoming.network)
    limits.hit(IN_ALL, "message-link")
    return incoming


@router.api_route("/l/{token}", methods=["GET", "HEAD"])
async def follow_link(
    token: Annotated[str, Path(max_length=64)],
    request: Request,
    scans: ScanServiceDep,
    settings: SettingsDep,
    incoming: Annotated[VisitorRequest, Depends(_incoming)],
    state: Annotated[LinksState, Depends(_links_state)],
) -> Response:
    """Follow a link in a message: redirect to its destination."""
    pages = VisitorPagesState.of(request).pages
    try:
        async with within_deadline():
            followed = await follow(state, scans, incoming, token)
    except (NotRecorded, psycopg.Error, OSError):
        notice = pages.notice(Notice.NOT_READY)
        return page_response(notice, **{"retry-after": str(RETRY_AFTER)})
    if followed is None:
        return page_response(pages.notice(Notice.NOTHING_HERE))
    where = with_query(followed.target, incoming.query, settings.base_url)
    answer = RedirectResponse(where, 302, {"cache-control": "no-store", "x-robots-tag": "noindex"})
    cookie = cookie_to_set(followed.visit.identity, is_secure=incoming.is_secure)
    if cookie is not None:
        answer.headers.append("set-cookie", cookie)
    return answer
