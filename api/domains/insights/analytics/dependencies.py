"""How a request gets the analytics service, and what must run beside it."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Annotated

import structlog
from deltalake.exceptions import DeltaError
from fastapi import Depends, FastAPI, Request
from starlette.concurrency import run_in_threadpool

from api.db.session import SessionDep
from api.domains.insights.analytics.repository import CodeNames
from api.domains.insights.analytics.service import AnalyticsService
from api.kit.clock import NowDep
from warehouse.lake import Lake
from warehouse.queries.analytics import Analytics

log = structlog.get_logger(__name__)


@asynccontextmanager
async def reading_the_lake(app: FastAPI) -> AsyncIterator[None]:
    """Keep one DuckDB as `app.state.analytics`, open from the start where the app is to be warm."""
    analytics = Analytics(Lake.from_settings(app.state.settings))
    app.state.analytics = analytics
    warming = None
    if app.state.is_warm:
        await run_in_threadpool(analytics.open)
        warming = asyncio.create_task(run_in_threadpool(_warm, analytics))
    try:
        yield
    finally:
        if warming is not None:
            await warming
        analytics.close()


def _warm(analytics: Analytics) -> None:
    """Open the tables, so that the first to ask need not wait for it."""
    try:
        analytics.warm_up()
    except (DeltaError, OSError) as unreadable:
        log.warning("the lake cannot be read yet", reason=str(unreadable))


def _service(request: Request, session: SessionDep, now: NowDep) -> AnalyticsService:
    return AnalyticsService(request.app.state.analytics, CodeNames(session), now)


AnalyticsServiceDep = Annotated[AnalyticsService, Depends(_service)]


async def _behind(request: Request) -> Callable[[], float | None]:
    behind: Callable[[], float | None] = request.app.state.event_road.behind_seconds
    return behind


BehindDep = Annotated[Callable[[], float | None], Depends(_behind)]
"""Reads the age in seconds of the oldest event that is recorded and not in the lake."""
