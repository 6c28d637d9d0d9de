"""What a visitor sends from the page of a code: its password, or the press that uses a one-time code.

These are plain forms that work without script; opening a code is the front door's business.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Annotated
from urllib.parse import quote

from fastapi import Depends, Form, Request, Response
from limits import parse
from sqlalchemy.orm import Session
from starlette.concurrency import run_in_threadpool

from api.db.idempotency import claim
from api.db.routing import ApiRouter
from api.db.session import Database, SessionDep, enter_tenant
from api.domains.codes.codes.access import renew_password
from api.domains.codes.codes.passwords import is_password
from api.domains.codes.codes.types import ResolvedCode
from api.domains.codes.codes.unlocks import unlock_cookie
from api.domains.codes.rules.decide import decide
from api.domains.codes.rules.types import Refusal, Visit
from api.domains.visits.visits.code_pages import CodePages
from api.domains.visits.visits.desk import Arrival, VisitDesk
from api.domains.visits.visits.using import OneTimeUses
from api.kit.clock import NowDep
from api.kit.errors import TooMany
from api.kit.rate_limits import RateLimits
from api.kit.slow_hashes import is_outdated
from api.rendering.visitor_pages.gate_query import SAID, kept_query, led_on, said_in, seal
from api.rendering.visitor_pages.pages import PAGE_HEADERS, Notice, Page, page_response
from api.rendering.visitor_pages.words import spoken

router = ApiRouter(tags=["visits"], include_in_schema=False)

PASSWORD_OPENS_FOR = timedelta(hours=12)
RETRY_AFTER = "retry-after"
GUESSES_PER_DEVICE = parse("10 per 10 minutes")
GUESSES_PER_CODE = parse("300 per 10 minutes")
USES_PER_DEVICE = parse("60 per minute")
"""A till in a shop uses many codes from one address."""
LOOKS_PER_NETWORK = parse("600 per minute")

SHOWN_BY_BACK = {"cache-control": "private, no-cache"}
"""For a page that answers a POST and is worth coming back to: Back shows what is not stored as an error."""


class Knock:
    """Somebody who sends a form of a code's page."""

    def __init__(self, request: Request, code: ResolvedCode | None, now: datetime) -> None:
        self.request = request
        self.desk: VisitDesk = request.app.state.visits
        self.pages: CodePages = request.app.state.visitor_pages
        self.limits: RateLimits = request.app.state.rate_limits
        self.code = code
        self.now = now
        self.arrival: Arrival = self.desk.arrival("POST", request.scope)

    @property
    def is_foreign(self) -> bool:
        """Whether another site made the visitor's browser send this."""
        return self.request.headers.get("sec-fetch-site") == "cross-site"

    @property
    def keeps_cookies(self) -> bool:
        """Whether the browser is known to. Who refuses to be remembered has none of ours, and may."""
        return bool(self.arrival.headers.get("cookie"))

    def said(self, code: ResolvedCode) -> dict[str, str]:
        """What the gate led back with; nothing when that is old."""
        return said_in(self.arrival.query, self.desk.secret, code.code_id, self.now)

    async def refusal(self, code: ResolvedCode) -> Refusal | None:
        """What the code would say to this visitor now."""
        return decide(code, await self.visit(code), self.now).refusal

    async def asked(self, wanted: Refusal) -> ResolvedCode | Response:
        """The code, when this is what it would say to this visitor now; else the way on."""
        if self.code is None:
            return self.answer(self.pages.notice(Notice.UNKNOWN))
        if await self.refusal(self.code) is not wanted:
            return self.onward(self.code.code_id)
        return self.code

    def onward(self, code_id: str) -> Response:
        """To the code, with what the visitor came with in its address."""
        return _redirect(f"/code/{quote(code_id)}", kept_query(self.arrival.query))

    def again(self, code: ResolvedCode, gate: str, said: Mapping[str, str]) -> Response:
        """To the gate's own page, which says this."""
        sealed = f"{SAID}={seal(self.desk.secret, code.code_id, said, self.now)}"
        kept = kept_query(self.arrival.query)
        where = f"/code/{quote(code.code_id)}/{gate}"
        return _redirect(where, f"{kept}&{sealed}" if kept else sealed)

    async def visit(self, code: ResolvedCode) -> Visit:
        """The visit, with what was opened already. It was counted when the page was opened."""
        policy = code.brand.consent
        visit = self.desk.visit(self.arrival, self.now, policy, may_give_cookie=False)
        visit = self.desk.opened_by(visit, self.arrival, code, self.now)
        return await self.desk.counted_before(code, visit)

    def answer(self, page: Page, **headers: str) -> Response:
        """A page as an answer."""
        return page_response(page, **headers)


async def _knock(request: Request, code_id: str, now: NowDep) -> Knock:
    desk: VisitDesk = request.app.state.visits
    return Knock(request, await desk.find_code(code_id), now)


KnockDep = Annotated[Knock, Depends(_knock)]


async def _look(knock: KnockDep) -> Knock:
    knock.limits.hit(LOOKS_PER_NETWORK, "code-gate", knock.arrival.network)
    return knock


LookDep = Annotated[Knock, Depends(_look)]
"""Somebody who is led back to the page of a gate, as often as a network may."""


@router.post("/code/{code_id}/password")
async def give_password(
    code_id: str, knock: KnockDep, password: Annotated[str, Form(max_length=1000)] = ""
) -> Response:
    """Open a code with its password, for twelve hours in this browser."""
    code = await knock.asked(Refusal.PASSWORD)
    if isinstance(code, Response):
        return code
    try:
        knock.limits.hit(GUESSES_PER_DEVICE, "code-password", code_id, knock.arrival.network)
        knock.limits.hit(GUESSES_PER_CODE, "code-password", code_id)
    except TooMany as error:
        problem = "password_often"
        wait = error.headers["Retry-After"]
        return knock.again(
            code, "password", {"problem": problem, "status": "429", RETRY_AFTER: wait}
        )
    kept = code.password_hash or ""
    if not await run_in_threadpool(is_password, password, kept):
        problem = "password_wrong"
        return knock.again(code, "password", {"problem": problem, "status": "403"})
    if is_outdated(kept):
        database: Database = knock.request.app.state.database
        await run_in_threadpool(renew_password, database.engine, code, kept, password)
    answer = (
        knock.onward(code_id)
        if knock.keeps_cookies
        else knock.again(code, "password", {"problem": "no_cookie"})
    )
    answer.headers.append(
        "set-cookie",
        unlock_cookie(
            knock.desk.secret,
            code_id,
            "password",
            code.password_epoch,
            knock.now + PASSWORD_OPENS_FOR,
            knock.now,
            is_secure=knock.arrival.is_secure,
        ),
    )
    return answer


@router.get("/code/{code_id}/password")
async def ask_password_again(knock: LookDep) -> Response:
    """The page that asks for a password, with what the last one led to. No visit: that was counted."""
    code = await knock.asked(Refusal.PASSWORD)
    if isinstance(code, Response):
        return code
    said, query = knock.said(code), knock.arrival.query
    page = knock.pages.password(
        code, status=int(said.get("status", 200)), problem=problem_in(said), query=query
    )
    return knock.answer(page, **waits(said))


@router.get("/code/{code_id}/use")
async def look_at_use(code_id: str, knock: LookDep) -> Response:
    """A browser that comes back to the address of a use: to the code, which says when that was."""
    return knock.onward(code_id)


@router.post("/code/{code_id}/use")
async def use_code(knock: KnockDep, session: SessionDep) -> Response:
    """Use a one-time code. Of any number of tries exactly one is the use; the others hear when it was."""
    code = knock.code
    if code is None:
        return knock.answer(knock.pages.notice(Notice.UNKNOWN))
    if code.one_time is None:
        return knock.onward(code.code_id)
    try:
        knock.limits.hit(USES_PER_DEVICE, "code-use", knock.arrival.network)
    except TooMany as error:
        page = knock.pages.notice(Notice.TOO_MANY)
        return page_response(page, **{"retry-after": error.headers["Retry-After"]})
    visit = (await knock.visit(code))._replace(uses=True)
    if not visit.verdict.is_human or knock.is_foreign:
        decision = decide(code, visit, knock.now)
        if decision.refusal is not None:  # the offer is for those who may have it
            return knock.answer(knock.pages.refusal(decision, knock.arrival.query))
        page = knock.pages.offer(code, problem=spoken().offer_person, query=knock.arrival.query)
        return knock.answer(page)
    return await run_in_threadpool(_use, knock, code, visit, session)


def _use(knock: Knock, code: ResolvedCode, visit: Visit, session: Session) -> Response:
    enter_tenant(session, code.org_id)
    knock.request.state.claim = claim(
        session,
        knock.request,
        body=b"",
        org_id=code.org_id,
        caller=f"visitor {visit.identity.visitor_id}",
        now=knock.now,
        secret=knock.desk.secret,
    )
    used = OneTimeUses(session, knock.desk.new_event_id).use(code, visit, knock.now)
    if used.refusal is not None:
        return knock.answer(knock.pages.refusal(used, knock.arrival.query))
    base_url: str = knock.request.app.state.settings.base_url
    onward = led_on(used.url, knock.arrival.query, base_url) if used.url else None
    return knock.answer(knock.pages.used_now(code, knock.now, onward), **SHOWN_BY_BACK)


def problem_in(said: Mapping[str, str]) -> str | None:
    """What a gate led back with, in the words of who reads it now: only the name of the word is carried."""
    return spoken().named(said["problem"]) if "problem" in said else None


def waits(said: Mapping[str, str]) -> dict[str, str]:
    """The header that says how long to wait, where that is said."""
    return {RETRY_AFTER: said[RETRY_AFTER]} if RETRY_AFTER in said else {}


def _redirect(where: str, query: str) -> Response:
    location = f"{where}?{query}" if query else where
    return Response(status_code=303, headers={**PAGE_HEADERS, "location": location})
