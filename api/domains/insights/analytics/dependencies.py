"""The dependencies and the lifespan of analytics."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Annotated

import structlog
from deltalake.exceptions import DeltaError
from fastapi import Depends, FastAPI, Request
from starlette.concurrency import run_in_threadpool

from api.db.session import SessionDep
from api.domains.insights.analytics.reading import CodeNames
from api.domains.insights.analytics.service import AnalyticsService
from api.domains.insights.analytics.state import AnalyticsState, EventLag
from api.kit.clock import NowDep
from api.kit.process_state import ProcessState
from warehouse.lake import Lake
from warehouse.queries.analytics import Analytics
from warehouse.reader import LakeConnection
from warehouse.serving.cache import kept_fresh

log = structlog.get_logger(__name__)


@asynccontextmanager
async def analytics_lifespan(app: FastAPI) -> AsyncIterator[None]:
    """Provide one DuckDB for all answers, opened at startup if the app is to be warm."""
    process = ProcessState.of(app)
    settings = process.settings
    lake = Lake.from_settings(settings)
    connection = LakeConnection(
        lake, memory_limit=f"{settings.query_memory_mb}MB", threads=2, preserves_order=False
    )
    analytics = Analytics(lake, connection)
    AnalyticsState(analytics, connection).attach(app)
    warming = None
    if process.is_warm:
        await run_in_threadpool(analytics.open)
        warming = asyncio.create_task(run_in_threadpool(_warm, analytics))
    try:
        with kept_fresh(
            lake, settings.serving_cache_mb * 1_000_000, settings.disk_floor_mb * 1_000_000
        ):
            yield
    finally:
        if warming is not None:
            await warming
        analytics.close()


def _warm(analytics: Analytics) -> None:
    """Open the tables, so that the first request does not have to wait."""
    try:
        analytics.warm_up()
    except (DeltaError, OSError) as unreadable:
        log.warning("lake not readable yet", reason=str(unreadable))


async def _analytics(request: Request) -> Analytics:
    return AnalyticsState.of(request).analytics


AnalyticsDep = Annotated[Analytics, Depends(_analytics)]
"""Reads the lake."""


async def _service(analytics: AnalyticsDep, session: SessionDep, now: NowDep) -> AnalyticsService:
    return AnalyticsService(analytics, CodeNames(session), now)


AnalyticsServiceDep = Annotated[AnalyticsService, Depends(_service)]


async def _behind(request: Request) -> Callable[[], float | None]:
    return EventLag.of(request).behind_seconds


BehindDep = Annotated[Callable[[], float | None], Depends(_behind)]
"""Reads the age in seconds of the oldest recorded event that is not in the lake yet."""
