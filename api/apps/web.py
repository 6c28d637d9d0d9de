"""The web process: API, visitors' pages and the admin's files in one ASGI app."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from functools import cache
from typing import Any

import psycopg
from fastapi import APIRouter, FastAPI, Request
from psycopg_pool import AsyncConnectionPool
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from api.apps.gauges import EventRoad
from api.apps.openapi import describe
from api.apps.routers import LARGER_BODIES, ROUTERS
from api.apps.shell import READY_SECONDS
from api.apps.shell import router as shell_router
from api.apps.single_page import SinglePage
from api.apps.workers import workers_of
from api.auth.signing_keys import SigningKeys
from api.auth.tokens import TokenChecker
from api.db.session import Database
from api.domains.codes.codes.lifespan import resolved_codes
from api.domains.content.forms.verification.turns import sending_turns
from api.domains.content.pages.lifespan import published_pages
from api.domains.content.polls.live import live_tallies
from api.domains.content.walls.lifespan import live_walls
from api.domains.hosts.custom_domains.lifespan import own_hosts
from api.domains.insights.analytics.dependencies import reading_the_lake
from api.domains.insights.analytics.errors import DataDamaged
from api.domains.insights.dashboard_cards.live import live_board
from api.domains.insights.reports.dependencies import reading_reports
from api.domains.visits.visits.lifespan import scan_service
from api.integrations.sms_sender import sms_senders
from api.kit import error_answers
from api.kit.addresses import ClientAddresses
from api.kit.clock import Clock, utc_now
from api.kit.database_errors import NothingIsKept
from api.kit.edge import Edge, is_api_path
from api.kit.patience import PATIENCE, start_waiting
from api.kit.rate_limits import RateLimits
from api.kit.seats import Seats
from api.kit.timed_cache import TimedCache
from api.kit.visitor_language import listening_to
from api.rendering.visitor_pages.error_pages import page_for_person
from runtime.disk_space import LowDiskError, disk_space
from runtime.settings import Settings
from warehouse.damage import LakeUnreadableError

STREAMS_OF_ADDRESS = 200
"""Live walls and polls that one address may have open: a hall full of phones is one address."""
STREAMS_OF_VISITORS = 4_000
"""Of all addresses in this process; each is an open file."""

VisitorPool = AsyncConnectionPool[psycopg.AsyncConnection[Any]]


class WebApp(FastAPI):
    """FastAPI with an outermost ASGI layer: a domain may answer some requests before any middleware."""

    entrance: ASGIApp | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """The ASGI interface."""
        if scope["type"] != "http":
            await self.inside(scope, receive, send)
            return
        start_waiting()
        scope["app"] = self
        with listening_to(scope):
            await (self.entrance or self.inside)(scope, receive, send)

    async def inside(self, scope: Scope, receive: Receive, send: Send) -> None:
        """The app without its outermost layers."""
        await super().__call__(scope, receive, send)


def create_app(settings: Settings, clock: Clock = utc_now, *, is_warm: bool = False) -> WebApp:
    """Build the app. Nothing is connected before its lifespan begins.

    `app.state` holds what handlers share: settings, clock, database, visitor_pool, tokens,
    rate_limits, event_road, readiness. A warm one opens what reads the lake beforehand, so that no question
    waits for it.
    """
    app = WebApp(
        title="Waypost",
        version="0.12.1",
        routes=[*_calls().routes],
        lifespan=_lifespan,
        redirect_slashes=False,
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
    )
    app.state.settings = settings
    app.state.clock = clock
    app.state.is_warm = is_warm
    app.state.disk_space = disk_space(settings)
    app.state.rate_limits = RateLimits()
    app.state.client_addresses = ClientAddresses(settings.trusted_proxies)
    app.state.event_road = EventRoad(settings, clock)
    app.state.readiness = TimedCache(READY_SECONDS)
    app.state.tokens = TokenChecker(
        settings, SigningKeys(f"{settings.issuer}.well-known/jwks.json")
    )
    app.state.database = Database.of_web(settings)
    app.state.sms_senders = sms_senders(settings)
    app.state.visitor_seats = Seats(STREAMS_OF_ADDRESS, STREAMS_OF_VISITORS)
    app.state.workers = workers_of(settings)
    app.state.sending_turns = sending_turns(settings.database_pool_size)

    pages = SinglePage(settings)
    pages.mount(app)

    def unknown_path(request: Request) -> Response | None:
        wants_page = request.method in ("GET", "HEAD") and not is_api_path(request.url.path)
        return pages.not_found(request) if wants_page else None

    error_answers.install(
        app,
        unknown_path,
        page_for_person,
        {LakeUnreadableError: DataDamaged, LowDiskError: NothingIsKept},
    )
    app.add_middleware(
        Edge,
        is_https=settings.base_url.startswith("https://"),
        larger_bodies=LARGER_BODIES,
        error_page=page_for_person,
    )
    describe(app)
    return app


@cache
def _calls() -> APIRouter:
    """Every router, once in a process.

    FastAPI works out what a route takes and gives when it is first asked for; that takes half a
    second for all of them, and is the same for each app.
    """
    calls = APIRouter(generate_unique_id_function=lambda route: route.name)
    for router in (shell_router, *ROUTERS):
        calls.include_router(router)
    return calls


_LIFESPANS = (
    resolved_codes,
    published_pages,
    scan_service,
    own_hosts,
    live_tallies,
    live_walls,
    reading_the_lake,
    reading_reports,
    live_board,
)
"""What runs beside the requests of a process, in the order in which it is opened: each may use those
before it."""


async def _wait_for_no_lock_long(connection: psycopg.AsyncConnection[Any]) -> None:
    """Every statement of visitors is small: one that takes longer waits for somebody."""
    milliseconds = int(PATIENCE * 1000)
    await connection.execute(f"set lock_timeout = {milliseconds}")
    await connection.execute(f"set statement_timeout = {milliseconds}")


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    settings: Settings = app.state.settings
    pool: VisitorPool = AsyncConnectionPool(
        settings.database_url_as("waypost_visitor"),
        min_size=1,
        max_size=settings.database_pool_size,
        timeout=PATIENCE - 0.3,
        kwargs={"autocommit": True, "application_name": "waypost-visitors", "connect_timeout": 2},
        configure=_wait_for_no_lock_long,
        open=False,
        name="visitors",
    )
    await pool.open()
    app.state.visitor_pool = pool
    warming: asyncio.Task[None] | None = None
    try:
        async with AsyncExitStack() as opened:
            for lifespan in _LIFESPANS:
                await opened.enter_async_context(lifespan(app))
            if app.state.is_warm:  # beside the first requests: a scan needs no worker
                warming = asyncio.create_task(app.state.workers.organizations.warm_up())
            yield
    finally:
        if warming is not None:
            warming.cancel()
            await asyncio.gather(warming, return_exceptions=True)
        await pool.close()
        app.state.database.engine.dispose()
