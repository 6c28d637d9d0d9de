"""Requests to unlock or redeem a code: a plain form sent from the code's page, or the redirect after it."""

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated
from urllib.parse import quote

from fastapi import Depends, Request, Response
from limits import parse

from api.domains.codes.codes.types import ResolvedCode
from api.domains.codes.rules.decide import decide
from api.domains.codes.rules.types import Refusal, Visit
from api.domains.visits.visits.scan_service import VisitorRequest
from api.domains.visits.visits.state import VisitsState
from api.kit.clock import NowDep
from api.kit.process_state import ProcessState
from api.rendering.visitor_pages.gate_query import OUTCOME, outcome_in, preserved_query, seal
from api.rendering.visitor_pages.pages import PAGE_HEADERS, Notice, Page, page_response
from api.rendering.visitor_pages.words import spoken

RETRY_AFTER = "retry-after"
GATE_PAGES_PER_NETWORK = parse("600 per minute")

SHOWN_BY_BACK = {"cache-control": "private, no-cache"}
"""Headers of a page that responds to a POST and to which visitors may return: with `no-store`, the Back button would
show an error.
"""


class GateRequest:
    """A visitor's request to unlock or redeem a code."""

    def __init__(self, request: Request, code: ResolvedCode | None, now: datetime) -> None:
        self.request = request
        self.scans = VisitsState.of(request).scans
        self.pages = VisitsState.of(request).pages
        self.limits = ProcessState.of(request).rate_limits
        self.code = code
        self.now = now
        self.incoming: VisitorRequest = self.scans.read_request("POST", request.scope)

    @property
    def is_cross_site(self) -> bool:
        """Return whether another site made the visitor's browser send this request."""
        return self.request.headers.get("sec-fetch-site") == "cross-site"

    @property
    def has_cookies(self) -> bool:
        """Return whether the browser is known to store cookies. A browser that refuses to be remembered has none of
        ours, and may still store the one that opens a code.
        """
        return bool(self.incoming.headers.get("cookie"))

    def outcome(self, code: ResolvedCode) -> dict[str, str]:
        """Return the outcome of the form that the redirect to this page contained, or an empty mapping if it is too
        old.
        """
        return outcome_in(self.incoming.query, self.scans.secret, code.code_id, self.now)

    async def refusal(self, code: ResolvedCode) -> Refusal | None:
        """Return why the code would not open for this visitor now, or None if it would."""
        return decide(code, await self.visit(code), self.now).refusal

    async def code_refused_for(self, reason: Refusal) -> ResolvedCode | Response:
        """Return the code if it does not open for this visitor for this reason, else the response to send."""
        if self.code is None:
            return self.answer(self.pages.notice(Notice.UNKNOWN))
        if await self.refusal(self.code) is not reason:
            return self.redirect_to_code(self.code.code_id)
        return self.code

    def redirect_to_code(self, code_id: str) -> Response:
        """Redirect to the code, keeping the query string."""
        return _redirect(f"/code/{quote(code_id)}", preserved_query(self.incoming.query))

    def redirect_to_gate(
        self, code: ResolvedCode, gate: str, outcome: Mapping[str, str]
    ) -> Response:
        """Redirect to the page of a gate, which shows this outcome."""
        sealed = f"{OUTCOME}={seal(self.scans.secret, code.code_id, outcome, self.now)}"
        query = preserved_query(self.incoming.query)
        where = f"/code/{quote(code.code_id)}/{gate}"
        return _redirect(where, f"{query}&{sealed}" if query else sealed)

    async def visit(self, code: ResolvedCode) -> Visit:
        """Return the visit with everything that its cookies have unlocked. It was counted when the page was opened."""
        policy = code.brand.consent
        visit = self.scans.visit(self.incoming, self.now, policy, may_give_cookie=False)
        visit = self.scans.with_unlocks(visit, self.incoming, code, self.now)
        return await self.scans.with_counts(code, visit)

    def answer(self, page: Page, **headers: str) -> Response:
        """Return a page as a response."""
        return page_response(page, **headers)


async def _gate_request(request: Request, code_id: str, now: NowDep) -> GateRequest:
    scans = VisitsState.of(request).scans
    return GateRequest(request, await scans.find_code(code_id), now)


GateRequestDep = Annotated[GateRequest, Depends(_gate_request)]


async def _gate_page_request(gate: GateRequestDep) -> GateRequest:
    gate.limits.hit(GATE_PAGES_PER_NETWORK, "code-gate", gate.incoming.network)
    return gate


GatePageRequestDep = Annotated[GateRequest, Depends(_gate_page_request)]
"""A request for the page of a gate, within the rate limit of a network."""


def problem_in(outcome: Mapping[str, str]) -> str | None:
    """Return the problem that an outcome names, in the visitor's language. The outcome contains only its key."""
    return spoken().named(outcome["problem"]) if "problem" in outcome else None


def retry_after_in(outcome: Mapping[str, str]) -> dict[str, str]:
    """Return the Retry-After header, if the outcome contains a waiting time."""
    return {RETRY_AFTER: outcome[RETRY_AFTER]} if RETRY_AFTER in outcome else {}


def _redirect(where: str, query: str) -> Response:
    location = f"{where}?{query}" if query else where
    return Response(status_code=303, headers={**PAGE_HEADERS, "location": location})
