"""Finds the page that a visitor means, and whether its code is open to them."""

from dataclasses import dataclass

from starlette.requests import Request

from api.domains.codes.codes.types import ResolvedCode
from api.domains.codes.rules.decide import decide
from api.domains.codes.rules.types import Visit
from api.domains.content.forms.errors import FormClosed
from api.domains.content.forms.service import Target
from api.domains.content.pages.published import PublishedPage, PublishedPages
from api.domains.visits.visits.gate_request import GateRequest
from api.domains.visits.visits.scan_service import Arrival, ScanService
from api.kit.patience import within_patience


@dataclass(frozen=True, slots=True)
class Reception:
    """A visitor's request with the page it is about; without one there is no such page."""

    arrival: Arrival
    visit: Visit
    page: PublishedPage
    code: ResolvedCode | None

    @property
    def target(self) -> Target:
        """Where it goes."""
        code_id = self.code.code_id if self.code is not None else None
        return Target(self.page.org_id, self.page.page_id, code_id)

    @property
    def visitor_id(self) -> str | None:
        """The visitor by a cookie that we signed; None for everybody else."""
        identity = self.visit.identity
        known = identity.kind == "cookie" and identity.new_cookie is None
        return identity.visitor_id if known else None


async def receive(
    request: Request, *, page_id: str | None, code_id: str | None, may_give_cookie: bool = False
) -> Reception | None:
    """The page of this id or of this code, for this visitor; None when there is none.

    Raises FormClosed where opening the code would not lead to a page: paused, over, deleted, asking
    for something first, or refused by its rules.
    """
    async with within_patience():
        return await _receive(request, page_id, code_id, may_give_cookie=may_give_cookie)


async def _receive(
    request: Request, page_id: str | None, code_id: str | None, *, may_give_cookie: bool
) -> Reception | None:
    scans: ScanService = request.app.state.visits
    pages: PublishedPages = request.app.state.published_pages
    arrival = scans.arrival("POST", request.scope)
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
    visit = scans.visit(arrival, now, page.brand.consent, may_give_cookie=may_give_cookie)
    if code is not None:
        asking = await GateRequest(request, code, now).visit(code)
        if decide(code, asking, now).refusal is not None:
            raise FormClosed
    return Reception(arrival, visit, page, code)
