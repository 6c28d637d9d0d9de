"""A visitor's request about a form: the page with the form, its code, and whether the visitor may open them."""

from dataclasses import dataclass
from typing import Generic

from starlette.requests import Request

from api.domains.codes.codes.types import ResolvedCode
from api.domains.codes.rules.decide import decide
from api.domains.codes.rules.types import Visit
from api.domains.content.forms.errors import FormClosed
from api.domains.content.forms.published import FormPages, PageT_co
from api.domains.content.forms.service import Target
from api.domains.visits.visits.gate_request import GateRequest
from api.domains.visits.visits.identity import cookie_to_set
from api.domains.visits.visits.scan_service import VisitorRequest
from api.domains.visits.visits.state import VisitsState
from api.kit.request_deadline import within_deadline


@dataclass(frozen=True, slots=True)
class ResolvedFormRequest(Generic[PageT_co]):
    """A visitor's request with the published page that it concerns."""

    incoming: VisitorRequest
    visit: Visit
    page: PageT_co
    code: ResolvedCode | None

    @property
    def target(self) -> Target:
        """The destination of the form."""
        code_id = self.code.code_id if self.code is not None else None
        return Target(self.page.org_id, self.page.page_id, code_id)

    @property
    def visitor_id(self) -> str | None:
        """The visitor from a cookie that Waypost signed, or None."""
        identity = self.visit.identity
        is_returning = identity.kind == "cookie" and identity.new_cookie is None
        return identity.visitor_id if is_returning else None

    @property
    def cookie(self) -> str | None:
        """The Set-Cookie value of the response, if the visitor gets a cookie."""
        return cookie_to_set(self.visit.identity, is_secure=self.incoming.is_secure)


async def resolve_form_request(
    request: Request,
    pages: FormPages[PageT_co],
    *,
    page_id: str | None,
    code_id: str | None,
    may_give_cookie: bool = False,
) -> ResolvedFormRequest[PageT_co] | None:
    """Return the page with this ID or of this code for this visitor, or None if there is none.

    Raises:
        FormClosed: opening the code would not lead to a page: it is paused, over or deleted, has a gate that
            comes first, or its rules refuse the visitor.
    """
    async with within_deadline():
        return await _resolve(request, pages, page_id, code_id, may_give_cookie=may_give_cookie)


async def _resolve(
    request: Request,
    pages: FormPages[PageT_co],
    page_id: str | None,
    code_id: str | None,
    *,
    may_give_cookie: bool,
) -> ResolvedFormRequest[PageT_co] | None:
    scans = VisitsState.of(request).scans
    incoming = scans.read_request("POST", request.scope)
    code = await scans.find_code(code_id) if code_id else None
    page = await pages.of_code(code) if code is not None else None
    if page is None and page_id is not None and code_id is None:
        page = await pages.of_page(page_id)
    if page is None or (page_id is not None and page.page_id != page_id):
        return None
    if code is None and page.code_id is not None:
        code = await scans.find_code(page.code_id)
        if code is None:
            return None
    now = scans.now()
    visit = scans.visit(incoming, now, page.brand.consent, may_give_cookie=may_give_cookie)
    if code is not None:
        opening = await GateRequest(request, code, now).visit(code)
        if decide(code, opening, now).refusal is not None:
            raise FormClosed
    return ResolvedFormRequest(incoming, visit, page, code)
