"""The published page that a code opens, and published pages at their own addresses."""

from dataclasses import replace

from limits import parse
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from api.domains.codes.codes.types import PAGE_KINDS, ResolvedCode
from api.domains.codes.rules.types import Identity
from api.domains.content.pages.published import PublishedPage, PublishedPages, Returning
from api.domains.content.pages.shell import PageRequest, PageShell
from api.domains.content.pages.slots import WallPicture
from api.domains.content.pages.state import PagesState
from api.domains.visits.visits import agents
from api.domains.visits.visits.identity import cookie_to_set
from api.domains.visits.visits.scan_service import VisitorRequest
from api.domains.visits.visits.state import VisitsState
from api.kit.process_state import ProcessState
from api.rendering.visitor_pages.gate_query import address
from api.rendering.visitor_pages.pages import Notice, Page
from api.rendering.visitor_pages.state import VisitorPagesState

PER_ADDRESS = parse("600 per minute")
MAX_VANITY_NAME = 40


class PublishedPageResolver:
    """Finds and renders the published page of a code."""

    def __init__(self, pages: PublishedPages, shell: PageShell) -> None:
        self._pages = pages
        self._shell = shell

    async def open(
        self,
        code: ResolvedCode,
        identity: Identity,
        incoming: VisitorRequest,
        page_id: str | None = None,
    ) -> Page | None:
        """Return the published page of this code for this visitor, or None if there is none.

        With `page_id`, return another page of the same organisation, whose forms belong to its own code.
        """
        if page_id is not None:
            page = await self._pages.of_page(page_id)
            if page is None or page.org_id != code.org_id:
                return None
            code_id = page.code_id
        elif code.kind in PAGE_KINDS:
            page, code_id = await self._pages.of_code(code), code.code_id
        else:
            return None
        if page is None:
            return None
        sender = await returning(self._pages, page, identity)
        page_request = await for_page(
            self._pages, page, read_page_request(incoming, identity), identity
        )
        walls = await walls_shown(self._pages, self._shell, page, page_request)
        return self._shell.page(page, code_id, page_request, sender, walls=walls)


async def returning(
    pages: PublishedPages, page: PublishedPage, identity: Identity
) -> Returning | None:
    """Return whether the page welcomes this visitor back. Only a cookie that Waypost signed identifies a visitor."""
    if not page.has_welcome or identity.kind != "cookie" or identity.new_cookie is not None:
        return None
    return await pages.returning(page, identity.visitor_id) if identity.visitor_id else None


async def walls_shown(
    pages: PublishedPages, shell: PageShell, page: PublishedPage, page_request: PageRequest
) -> dict[str, list[WallPicture]]:
    """Return the newest pictures of the walls on a page, in the language of the request."""
    return await pages.walls_of(page, page.languages[shell.language(page, page_request)].html)


def read_page_request(incoming: VisitorRequest, identity: Identity) -> PageRequest:
    """Return the page options of the request, and what is known about the visitor."""
    headers = incoming.headers
    return PageRequest(
        incoming.query,
        headers.get("accept-language", ""),
        device=agents.identify(agents.clean(headers.get("user-agent", ""))).device,
        is_returning=identity.new_cookie is None if identity.kind == "cookie" else None,
    )


async def for_page(
    pages: PublishedPages, page: PublishedPage, page_request: PageRequest, identity: Identity
) -> PageRequest:
    """Return the request with the visitor's segments, if a block of the page is limited to segments."""
    segments = await pages.segments_of(page, identity.visitor_id)
    return page_request if segments is None else replace(page_request, segments=segments)


async def page_by_vanity_name(request: Request) -> Response:
    """Serve `/p/{name}`, and `/pitviper/{name}` as in the specification: an organisation's page under its
    vanity name.
    """
    name = str(request.path_params["name"])
    pages = PagesState.of(request).published
    page_id = await pages.id_of_name(name) if len(name) <= MAX_VANITY_NAME else None
    request.path_params["page_id"] = page_id or ""
    return await page_by_address(request)


async def page_by_address(request: Request) -> Response:
    """Serve `/page/{id}`: a page without a code. A page with a code opens at the code's address, where its
    rules apply.
    """
    scans = VisitsState.of(request).scans
    limits = ProcessState.of(request).rate_limits
    incoming = scans.read_request("GET", request.scope)
    limits.hit(PER_ADDRESS, "page", incoming.network)
    pages = PagesState.of(request).published
    page = await pages.of_page(str(request.path_params["page_id"]))
    if page is None:
        notices = VisitorPagesState.of(request).pages
        return html_answer(notices.notice(Notice.NO_PAGE))
    if page.code_id is not None:
        return RedirectResponse(address(f"/code/{page.code_id}", incoming.query), status_code=302)
    identity = scans.visit(incoming, scans.now(), page.brand.consent).identity
    sender = await returning(pages, page, identity)
    shell = PagesState.of(request).shell
    page_request = await for_page(pages, page, read_page_request(incoming, identity), identity)
    walls = await walls_shown(pages, shell, page, page_request)
    answer = html_answer(shell.page(page, None, page_request, sender, walls=walls))
    cookie = cookie_to_set(identity, is_secure=incoming.is_secure)
    if cookie is not None:
        answer.headers.append("set-cookie", cookie)
    return answer


def html_answer(page: Page) -> Response:
    """Return a rendered page as an uncacheable response."""
    return Response(
        page.html,
        status_code=page.status,
        media_type="text/html; charset=utf-8",
        headers={
            "Content-Security-Policy": page.security_policy,
            "Cache-Control": "no-store",
            "X-Robots-Tag": "noindex",
            **page.language_headers,
        },
    )
