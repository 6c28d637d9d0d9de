"""The web process: the API, visitors' pages and the admin's files in one ASGI app."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from functools import cache

from fastapi import Request
from starlette.middleware.gzip import DEFAULT_EXCLUDED_CONTENT_TYPES, GZipMiddleware
from starlette.responses import Response
from starlette.routing import BaseRoute

from api.apps.game_phones import game_phones
from api.apps.gauges import EventPipelineGauges
from api.apps.openapi import describe
from api.apps.routers import LARGER_BODIES, ROUTERS
from api.apps.shell import READY_SECONDS, ShellState
from api.apps.shell import router as shell_router
from api.apps.single_page import SinglePage
from api.apps.workers import workers_of
from api.auth.signing_keys import SigningKeys
from api.auth.state import AuthState
from api.auth.tokens import TokenChecker
from api.db.session import Database
from api.db.visitor_pool import cache_invalidation, visitor_database
from api.domains.codes.codes.lifespan import resolved_codes
from api.domains.commerce.payments.state import PaymentAccount
from api.domains.content.forms.verification.sending_slots import make_sending_slots
from api.domains.content.forms.verification.state import VerificationState
from api.domains.content.pages.games_port import PageGames
from api.domains.content.pages.lifespan import published_pages
from api.domains.content.pages.reading import code_of_page
from api.domains.content.polls.live import live_tallies
from api.domains.content.walls.lifespan import live_walls
from api.domains.data_rights.exports.state import ExportState
from api.domains.hosts.custom_domains.lifespan import resolved_domains
from api.domains.insights.analytics.dependencies import analytics_lifespan
from api.domains.insights.analytics.errors import DataDamaged
from api.domains.insights.analytics.state import EventLag
from api.domains.insights.dashboard_cards.live import live_view_lifespan
from api.domains.insights.reports.dependencies import reports_lifespan
from api.domains.messaging.campaigns.state import campaigns_lifespan
from api.domains.messaging.links.lifespan import message_links
from api.domains.messaging.messages.passcodes import passcode_senders
from api.domains.people.segments.dependencies import segments_lifespan
from api.domains.promotions.experiences.pages_port import ExperiencePages
from api.domains.promotions.games.play_queue import play_queue
from api.domains.promotions.games.reading import existing_games
from api.domains.promotions.tills.log import keep_redemption
from api.domains.promotions.tills.operator import require_operator
from api.domains.visits.visits.lifespan import scan_service
from api.domains.wallet.google_passes.dependencies import page_links
from api.domains.wallet.pass_templates.form_passes import form_passes
from api.domains.wallet.pass_templates.prize_passes import prize_passes
from api.domains.wallet.passes.till_port import TillPort
from api.integrations.sms_sender import sms_senders
from api.kit import error_responses
from api.kit.client_addresses import ClientAddresses
from api.kit.clock import Clock, utc_now
from api.kit.database_errors import LowDiskSpace
from api.kit.edge import Edge, is_api_path
from api.kit.process_state import ProcessState
from api.kit.rate_limits import RateLimits
from api.kit.route_table import RouteTable
from api.kit.stream_slots import StreamSlots
from api.kit.timed_cache import TimedCache
from api.kit.web_app import WebApp
from api.kit.workers import Workers
from api.rendering.visitor_pages.error_pages import page_for_person
from runtime.disk_space import LowDiskError, disk_space
from runtime.settings import Settings
from warehouse.damage import LakeUnreadableError

STREAMS_OF_ADDRESS = 200
"""Open live walls and polls per address. Many phones on one Wi-Fi network share an address."""
STREAMS_OF_VISITORS = 4_000
"""Open live walls and polls of all addresses per process. Each is an open socket."""

LEAST_BYTES_COMPRESSED = 1_000
"""Longer responses are compressed with gzip. An attack that measures compressed sizes (BREACH) needs a secret that
stays the same in responses that another site can cause. Responses to members need a bearer token, which other sites do
not have, and the tokens against forgery in pages differ in each response.
"""


def create_app(settings: Settings, clock: Clock = utc_now, *, is_warm: bool = False) -> WebApp:
    """Build the app. Its lifespan opens the connections. A warm app opens the lake at startup, so that no request waits
    for it.
    """
    app = WebApp(
        title="Waypost",
        version="0.12.1",
        routes=[_route_table(), *_calls()],
        lifespan=_lifespan,
        redirect_slashes=False,
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
    )
    _attach_state(app, settings, clock, is_warm=is_warm)
    pages = SinglePage(settings)
    pages.mount(app)

    def unknown_path(request: Request) -> Response | None:
        wants_page = request.method in ("GET", "HEAD") and not is_api_path(request.url.path)
        return pages.not_found(request) if wants_page else None

    error_responses.install(
        app,
        unknown_path,
        page_for_person,
        {LakeUnreadableError: DataDamaged, LowDiskError: LowDiskSpace},
    )
    app.add_middleware(
        GZipMiddleware,
        minimum_size=LEAST_BYTES_COMPRESSED,
        compresslevel=5,
        exclude_content_types=(*DEFAULT_EXCLUDED_CONTENT_TYPES, "application/octet-stream"),
    )
    app.add_middleware(
        Edge,
        is_https=settings.base_url.startswith("https://"),
        larger_bodies=LARGER_BODIES,
        error_page=page_for_person,
    )
    describe(app)
    return app


def _attach_state(app: WebApp, settings: Settings, clock: Clock, *, is_warm: bool) -> None:
    """Attach the state that handlers share. Lifespans attach everything that must be opened and closed."""
    ProcessState(
        settings=settings,
        clock=clock,
        disk_space=disk_space(settings),
        rate_limits=RateLimits(),
        client_addresses=ClientAddresses(settings.trusted_proxies),
        visitor_streams=StreamSlots(STREAMS_OF_ADDRESS, STREAMS_OF_VISITORS),
        is_warm=is_warm,
    ).attach(app)
    signing_keys = SigningKeys(f"{settings.issuer}.well-known/jwks.json")
    AuthState(TokenChecker(settings, signing_keys)).attach(app)
    Database.of_web(settings).attach(app)
    workers_of(settings).attach(app)
    verification = VerificationState(
        passcode_senders(settings, sms_senders(settings)),
        make_sending_slots(settings.database_pool_size),
    )
    verification.attach(app)
    game_phones(settings, clock, verification).attach(app)
    EventLag(EventPipelineGauges(settings, clock).behind_seconds).attach(app)
    ExportState().attach(app)
    PaymentAccount(settings).attach(app)
    links = page_links(settings, clock)
    links.attach(app)
    form_passes(settings, clock, links).attach(app)
    PageGames(existing_games).attach(app)
    ExperiencePages(code_of_page).attach(app)
    prize_passes(settings, clock).attach(app)
    TillPort(require_operator, keep_redemption).attach(app)
    ShellState(TimedCache(READY_SECONDS)).attach(app)


def _calls() -> list[BaseRoute]:
    """Return the routes of all routers. Their parameters and responses were already analysed where they are defined."""
    return [route for router in (shell_router, *ROUTERS) for route in router.routes]


@cache
def _route_table() -> RouteTable:
    """Return a lookup table for most calls, built once per process: trying hundreds of routes costs more than many
    calls themselves.
    """
    return RouteTable(_calls())


_LIFESPANS = (
    visitor_database,
    resolved_codes,
    published_pages,
    scan_service,
    resolved_domains,
    cache_invalidation,
    live_tallies,
    live_walls,
    play_queue,
    message_links,
    analytics_lifespan,
    reports_lifespan,
    segments_lifespan,
    campaigns_lifespan,
    live_view_lifespan,
)
"""Resources and tasks of a process that exist beside its requests, in the order in which they are opened: each may use
those before it.
"""


@asynccontextmanager
async def _lifespan(app: WebApp) -> AsyncIterator[None]:
    warming: asyncio.Task[None] | None = None
    try:
        async with AsyncExitStack() as opened:
            for lifespan in _LIFESPANS:
                await opened.enter_async_context(lifespan(app))
            # Runs beside the first requests, because a scan needs no worker
            if ProcessState.of(app).is_warm:
                warming = asyncio.create_task(Workers.of(app).organizations.warm_up())
            yield
    finally:
        if warming is not None:
            warming.cancel()
            await asyncio.gather(warming, return_exceptions=True)
        Database.of(app).engine.dispose()
