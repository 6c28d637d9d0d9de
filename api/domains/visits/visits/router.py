"""The calls that visitors make. Opening a code is not here: the scan middleware answers it."""

from typing import Annotated

from fastapi import Depends, Request, Response
from limits import parse

from api.auth.member import BodyDep
from api.db.routing import ApiRouter
from api.db.visitor_pool import VisitorDatabase
from api.domains.codes.rules.simulation import router as simulation
from api.domains.visits.visits import choices, service
from api.domains.visits.visits.gates import router as gates
from api.domains.visits.visits.identity import cookie_to_set
from api.domains.visits.visits.keyed import Once
from api.domains.visits.visits.scan_service import Arrival
from api.domains.visits.visits.schemas import (
    AppendScan,
    Collect,
    Collected,
    GetIdentifier,
    ScanAppended,
    VisitorIdentifier,
)
from api.domains.visits.visits.state import FormPagesDep, ScanServiceDep
from api.kit.patience import within_patience
from api.kit.process_state import RateLimitsDep
from api.rendering.visitor_pages.consent import HOST_POLICY, NOBODYS, ConsentPolicy

router = ApiRouter(tags=["visits"])
router.include_router(gates)
router.include_router(choices.router)
router.include_router(simulation)

PER_ADDRESS = parse("1200 per minute")
PER_CODE = parse("30000 per minute")
EVENTS_IN_ALL = parse("60000 per minute")
"""Events of pages that one web process takes: a page's own are worth less than the scans beside them."""
EVENTS_PER_ADDRESS = parse("12000 per minute")


async def _arrival(request: Request, scans: ScanServiceDep, limits: RateLimitsDep) -> Arrival:
    """Who calls, counted against their share of calls."""
    arrival = scans.arrival("POST", request.scope)
    limits.hit(PER_ADDRESS, request.url.path, arrival.network)
    return arrival


ArrivalDep = Annotated[Arrival, Depends(_arrival)]


async def _once(request: Request, body: BodyDep, scans: ScanServiceDep) -> Once:
    return Once(VisitorDatabase.of(request).pool, request, body, scans.secret)


OnceDep = Annotated[Once, Depends(_once)]


@router.post("/v1/append-scan")
async def append_scan(
    scan: AppendScan,
    scans: ScanServiceDep,
    arrival: ArrivalDep,
    limits: RateLimitsDep,
    once: OnceDep,
) -> ScanAppended:
    """Record a scan of a code; the answer comes when it is durable."""
    limits.hit(PER_CODE, "append-scan", scan.code_id)
    async with within_patience():
        return await service.append_scan(scans, arrival, scan, once)


@router.post("/v1/collect")
async def collect(
    batch: Collect,
    scans: ScanServiceDep,
    arrival: ArrivalDep,
    limits: RateLimitsDep,
    pages: FormPagesDep,
    once: OnceDep,
) -> Collected:
    """Record what happened on pages, up to 100 events; those that do not fit are named."""
    limits.hit(EVENTS_PER_ADDRESS, "collect-events", arrival.network, cost=len(batch.events))
    limits.hit(EVENTS_IN_ALL, "collect-events", cost=len(batch.events))
    async with within_patience():
        return await service.collect(scans, pages, arrival, batch.judged, once)


@router.post("/v1/get-identifier")
async def get_identifier(
    request: Request,
    scans: ScanServiceDep,
    arrival: ArrivalDep,
    pages: FormPagesDep,
    response: Response,
    wanted: GetIdentifier | None = None,
) -> VisitorIdentifier:
    """The visitor's first-party identifier, kept for a year in a signed cookie; none without consent."""
    host: ConsentPolicy = request.scope.get(HOST_POLICY, NOBODYS)
    identity = await service.identify(scans, pages, arrival, wanted or GetIdentifier(), host)
    cookie = cookie_to_set(identity, is_secure=arrival.is_secure)
    if cookie is not None:
        response.headers.append("set-cookie", cookie)
    return VisitorIdentifier(identifier=identity.visitor_id if identity.kind == "cookie" else None)
