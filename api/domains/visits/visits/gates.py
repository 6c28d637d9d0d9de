"""Forms on the page of a code: giving its password, or redeeming a one-time code.

They are plain forms that work without script; opening a code is the scan middleware's job.
"""

from datetime import timedelta
from typing import Annotated

from fastapi import Form, Response
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
from api.domains.visits.visits.gate_request import (
    RETRY_AFTER,
    SHOWN_BY_BACK,
    GatePageRequestDep,
    GateRequest,
    GateRequestDep,
    problem_in,
    retry_after_in,
)
from api.domains.visits.visits.using import OneTimeUses
from api.kit.errors import TooMany
from api.kit.process_state import ProcessState
from api.kit.slow_hashes import is_outdated
from api.rendering.visitor_pages.gate_query import led_on
from api.rendering.visitor_pages.pages import Notice, page_response
from api.rendering.visitor_pages.words import spoken

router = ApiRouter(tags=["visits"], include_in_schema=False)

PASSWORD_OPENS_FOR = timedelta(hours=12)
GUESSES_PER_DEVICE = parse("10 per 10 minutes")
GUESSES_PER_CODE = parse("300 per 10 minutes")
USES_PER_DEVICE = parse("60 per minute")
"""A till in a shop uses many codes from one address."""


@router.post("/code/{code_id}/password")
async def give_password(
    code_id: str, gate: GateRequestDep, password: Annotated[str, Form(max_length=1000)] = ""
) -> Response:
    """Open a code with its password, for twelve hours in this browser."""
    code = await gate.code_refused_for(Refusal.PASSWORD)
    if isinstance(code, Response):
        return code
    try:
        gate.limits.hit(GUESSES_PER_DEVICE, "code-password", code_id, gate.arrival.network)
        gate.limits.hit(GUESSES_PER_CODE, "code-password", code_id)
    except TooMany as error:
        problem = "password_often"
        wait = error.headers["Retry-After"]
        return gate.redirect_to_gate(
            code, "password", {"problem": problem, "status": "429", RETRY_AFTER: wait}
        )
    kept = code.password_hash or ""
    if not await run_in_threadpool(is_password, password, kept):
        problem = "password_wrong"
        return gate.redirect_to_gate(code, "password", {"problem": problem, "status": "403"})
    if is_outdated(kept):
        database = Database.of(gate.request)
        await run_in_threadpool(renew_password, database.engine, code, kept, password)
    answer = (
        gate.redirect_to_code(code_id)
        if gate.has_cookies
        else gate.redirect_to_gate(code, "password", {"problem": "no_cookie"})
    )
    answer.headers.append(
        "set-cookie",
        unlock_cookie(
            gate.scans.secret,
            code_id,
            "password",
            code.password_epoch,
            gate.now + PASSWORD_OPENS_FOR,
            gate.now,
            is_secure=gate.arrival.is_secure,
        ),
    )
    return answer


@router.get("/code/{code_id}/password")
async def ask_password_again(gate: GatePageRequestDep) -> Response:
    """The page that asks for a password, with the last outcome. The visit has been counted already."""
    code = await gate.code_refused_for(Refusal.PASSWORD)
    if isinstance(code, Response):
        return code
    outcome, query = gate.outcome(code), gate.arrival.query
    page = gate.pages.password(
        code, status=int(outcome.get("status", 200)), problem=problem_in(outcome), query=query
    )
    return gate.answer(page, **retry_after_in(outcome))


@router.get("/code/{code_id}/use")
async def look_at_use(code_id: str, gate: GatePageRequestDep) -> Response:
    """A browser that comes back to this address is sent to the code, which says when it was redeemed."""
    return gate.redirect_to_code(code_id)


@router.post("/code/{code_id}/use")
async def use_code(gate: GateRequestDep, session: SessionDep) -> Response:
    """Redeem a one-time code. However many try, exactly one redeems it; the others are told when."""
    code = gate.code
    if code is None:
        return gate.answer(gate.pages.notice(Notice.UNKNOWN))
    if code.one_time is None:
        return gate.redirect_to_code(code.code_id)
    try:
        gate.limits.hit(USES_PER_DEVICE, "code-use", gate.arrival.network)
    except TooMany as error:
        page = gate.pages.notice(Notice.TOO_MANY)
        return page_response(page, **{"retry-after": error.headers["Retry-After"]})
    visit = (await gate.visit(code))._replace(uses=True)
    if not visit.verdict.is_human or gate.is_cross_site:
        decision = decide(code, visit, gate.now)
        if decision.refusal is not None:  # the offer is for those who may have it
            return gate.answer(gate.pages.refusal(decision, gate.arrival.query))
        page = gate.pages.offer(code, problem=spoken().offer_person, query=gate.arrival.query)
        return gate.answer(page)
    return await run_in_threadpool(_use, gate, code, visit, session)


def _use(gate: GateRequest, code: ResolvedCode, visit: Visit, session: Session) -> Response:
    enter_tenant(session, code.org_id)
    gate.request.state.claim = claim(
        session,
        gate.request,
        body=b"",
        org_id=code.org_id,
        caller=f"visitor {visit.identity.visitor_id}",
        now=gate.now,
        secret=gate.scans.secret,
    )
    used = OneTimeUses(session, gate.scans.new_event_id).use(code, visit, gate.now)
    if used.refusal is not None:
        return gate.answer(gate.pages.refusal(used, gate.arrival.query))
    base_url = ProcessState.of(gate.request).settings.base_url
    onward = led_on(used.url, gate.arrival.query, base_url) if used.url else None
    return gate.answer(gate.pages.used_now(code, gate.now, onward), **SHOWN_BY_BACK)
