"""Opens codes with their passwords, and redeems one-time codes."""

from datetime import timedelta

from fastapi import Response
from limits import parse
from sqlalchemy.orm import Session
from starlette.concurrency import run_in_threadpool

from api.db.idempotency import claim
from api.db.session import Database, enter_tenant
from api.domains.codes.codes.passwords import is_password, rehash_password
from api.domains.codes.codes.types import ResolvedCode
from api.domains.codes.codes.unlocks import unlock_cookie
from api.domains.codes.rules.decide import decide
from api.domains.codes.rules.types import Refusal, Visit
from api.domains.visits.visits.gate_request import (
    RETRY_AFTER,
    SHOWN_BY_BACK,
    GateRequest,
    problem_in,
    retry_after_in,
)
from api.domains.visits.visits.redemption import OneTimeRedemptions
from api.kit.errors import TooMany
from api.kit.process_state import ProcessState
from api.kit.slow_hashes import is_outdated
from api.rendering.visitor_pages.gate_query import with_query
from api.rendering.visitor_pages.pages import Notice
from api.rendering.visitor_pages.words import spoken

PASSWORD_OPENS_FOR = timedelta(hours=12)
GUESSES_PER_DEVICE = parse("10 per 10 minutes")
GUESSES_PER_CODE = parse("300 per 10 minutes")
USES_PER_DEVICE = parse("60 per minute")
"""A till in a shop redeems many codes from one address."""


async def open_with_password(gate: GateRequest, password: str) -> Response:
    """Open a code with its password, for twelve hours in this browser."""
    code = await gate.code_refused_for(Refusal.PASSWORD)
    if isinstance(code, Response):
        return code
    problem = await _problem_of_password(gate, code, password)
    if problem is not None:
        return gate.redirect_to_gate(code, "password", problem)
    await _rehash(gate, code, password)
    answer = (
        gate.redirect_to_code(code.code_id)
        if gate.has_cookies
        else gate.redirect_to_gate(code, "password", {"problem": "no_cookie"})
    )
    answer.headers.append("set-cookie", _password_cookie(gate, code))
    return answer


async def password_page(gate: GateRequest) -> Response:
    """Return the page with the password form and the last outcome. The visit has already been counted."""
    code = await gate.code_refused_for(Refusal.PASSWORD)
    if isinstance(code, Response):
        return code
    outcome, query = gate.outcome(code), gate.incoming.query
    page = gate.pages.password(
        code, status=int(outcome.get("status", 200)), problem=problem_in(outcome), query=query
    )
    return gate.answer(page, **retry_after_in(outcome))


async def redeem(gate: GateRequest, session: Session) -> Response:
    """Redeem a one-time code. Exactly one of several concurrent requests redeems it, and the others show when
    that was.
    """
    code = gate.code
    if code is None:
        return gate.answer(gate.pages.notice(Notice.UNKNOWN))
    if code.one_time is None:
        return gate.redirect_to_code(code.code_id)
    try:
        gate.limits.hit(USES_PER_DEVICE, "code-use", gate.incoming.network)
    except TooMany as error:
        page = gate.pages.notice(Notice.TOO_MANY)
        return gate.answer(page, **{RETRY_AFTER: error.headers["Retry-After"]})
    visit = (await gate.visit(code))._replace(uses=True)
    if not visit.verdict.is_human or gate.is_cross_site:
        return _offer_to_people(gate, code, visit)
    return await run_in_threadpool(_use, gate, code, visit, session)


async def _problem_of_password(
    gate: GateRequest, code: ResolvedCode, password: str
) -> dict[str, str] | None:
    """Return the outcome that the gate's page shows for this password, or None if it is correct."""
    try:
        gate.limits.hit(GUESSES_PER_DEVICE, "code-password", code.code_id, gate.incoming.network)
        gate.limits.hit(GUESSES_PER_CODE, "code-password", code.code_id)
    except TooMany as error:
        wait = error.headers["Retry-After"]
        return {"problem": "password_often", "status": "429", RETRY_AFTER: wait}
    if not await run_in_threadpool(is_password, password, code.password_hash or ""):
        return {"problem": "password_wrong", "status": "403"}
    return None


async def _rehash(gate: GateRequest, code: ResolvedCode, password: str) -> None:
    stored_hash = code.password_hash or ""
    if is_outdated(stored_hash):
        database = Database.of(gate.request)
        await run_in_threadpool(rehash_password, database.engine, code, stored_hash, password)


def _password_cookie(gate: GateRequest, code: ResolvedCode) -> str:
    return unlock_cookie(
        gate.scans.secret,
        code.code_id,
        "password",
        code.password_epoch,
        gate.now + PASSWORD_OPENS_FOR,
        gate.now,
        is_secure=gate.incoming.is_secure,
    )


def _offer_to_people(gate: GateRequest, code: ResolvedCode, visit: Visit) -> Response:
    """Return the response to a bot or to a form that another site sent: the offer, or the refusal of the code."""
    decision = decide(code, visit, gate.now)
    if decision.refusal is not None:
        return gate.answer(gate.pages.refusal(decision, gate.incoming.query))
    page = gate.pages.offer(code, problem=spoken().offer_person, query=gate.incoming.query)
    return gate.answer(page)


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
    used = OneTimeRedemptions(session, gate.scans.new_event_id).redeem(code, visit, gate.now)
    if used.refusal is not None:
        return gate.answer(gate.pages.refusal(used, gate.incoming.query))
    base_url = ProcessState.of(gate.request).settings.base_url
    destination = with_query(used.url, gate.incoming.query, base_url) if used.url else None
    return gate.answer(gate.pages.used_now(code, gate.now, destination), **SHOWN_BY_BACK)
