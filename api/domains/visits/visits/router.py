"""The calls that visitors make. Opening a code is not among them, because the scan middleware handles it."""

from typing import Annotated

from fastapi import Depends, Request, Response
from limits import parse

from api.auth.member import BodyDep
from api.db.routing import ApiRouter
from api.db.visitor_pool import VisitorDatabase
from api.domains.codes.rules.simulation import router as simulation
from api.domains.visits.visits import privacy_router, service
from api.domains.visits.visits.gate_router import router as gates
from api.domains.visits.visits.idempotency import IdempotentCall
from api.domains.visits.visits.identity import cookie_to_set
from api.domains.visits.visits.scan_service import VisitorRequest
from api.domains.visits.visits.schemas import (
    AppendScan,
    Collect,
    Collected,
    GetIdentifier,
    ScanAppended,
    VisitorIdentifier,
)
from api.domains.visits.visits.state import FormPagesDep, ScanServiceDep
from api.kit.process_state import RateLimitsDep
from api.kit.request_deadline import within_deadline
from api.rendering.visitor_pages.consent import HOST_POLICY, NO_ORGANIZATION, ConsentPolicy

router = ApiRouter(tags=["visits"])
router.add_routes_of(gates)
router.add_routes_of(privacy_router.router)
router.add_routes_of(simulation)

PER_ADDRESS = parse("1200 per minute")
PER_CODE = parse("30000 per minute")
EVENTS_IN_ALL = parse("60000 per minute")
"""Events of pages that one web process accepts. They are less important than the scans that it also records."""
EVENTS_PER_ADDRESS = parse("12000 per minute")


async def _visitor_request(
    request: Request, scans: ScanServiceDep, limits: RateLimitsDep
) -> VisitorRequest:
    """Return the request of the visitor, counted against their rate limit."""
    incoming = scans.read_request("POST", request.scope)
    limits.hit(PER_ADDRESS, request.url.path, incoming.network)
    return incoming


VisitorRequestDep = Annotated[VisitorRequest, Depends(_visitor_request)]


async def _idempotent_call(
    request: Request, body: BodyDep, scans: ScanServiceDep
) -> IdempotentCall:
    return IdempotentCall(VisitorDatabase.of(request).pool, request, body, scans.secret)


IdempotentCallDep = Annotated[IdempotentCall, Depends(_idempotent_call)]


@router.post("/v1/append-scan")
async def append_scan(
    scan: AppendScan,
    scans: ScanServiceDep,
    incoming: VisitorRequestDep,
    limits: RateLimitsDep,
    call: IdempotentCallDep,
) -> ScanAppended:
    """Record a scan of a code. The response is sent once the scan is stored durably."""
    limits.hit(PER_CODE, "append-scan", scan.code_id)
    async with within_deadline():
        return await service.append_scan(scans, incoming, scan, call)


@router.post("/v1/collect")
async def collect(
    batch: Collect,
    scans: ScanServiceDep,
    incoming: VisitorRequestDep,
    limits: RateLimitsDep,
    pages: FormPagesDep,
    call: IdempotentCallDep,
) -> Collected:
    """Record up to 100 events on pages. The response lists those that are invalid."""
    limits.hit(EVENTS_PER_ADDRESS, "collect-events", incoming.network, cost=len(batch.events))
    limits.hit(EVENTS_IN_ALL, "collect-events", cost=len(batch.events))
    async with within_deadline():
        return await service.collect(scans, pages, incoming, batch.judged, call)


@router.post("/v1/get-identifier")
async def get_identifier(
    request: Request,
    scans: ScanServiceDep,
    incoming: VisitorRequestDep,
    pages: FormPagesDep,
    response: Response,
    body: GetIdentifier | None = None,
) -> VisitorIdentifier:
    """Get the visitor's first-party identifier, stored for a year in a signed cookie. Without consent, there is
    none.
    """
    host: ConsentPolicy = request.scope.get(HOST_POLICY, NO_ORGANIZATION)
    identity = await service.identify(scans, pages, incoming, body or GetIdentifier(), host)
    cookie = cookie_to_set(identity, is_secure=incoming.is_secure)
    if cookie is not None:
        response.headers.append("set-cookie", cookie)
    return VisitorIdentifier(identifier=identity.visitor_id if identity.kind == "cookie" else None)
