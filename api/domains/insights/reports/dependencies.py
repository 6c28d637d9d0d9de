"""How a request gets the reports service, and what must run beside it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Annotated

from fastapi import Depends, FastAPI, Request
from starlette.concurrency import run_in_threadpool

from api.db.session import SessionDep
from api.domains.insights.analytics.dependencies import AnalyticsServiceDep
from api.domains.insights.reports.name_reading import ReportNames
from api.domains.insights.reports.service import ReportService
from api.domains.insights.reports.state import ReportsState
from api.domains.promotions.leaderboards.dependencies import SeasonServiceDep
from api.kit.process_state import ProcessState
from warehouse.lake import Lake
from warehouse.reports.asking import Reports


@asynccontextmanager
async def reading_reports(app: FastAPI) -> AsyncIterator[None]:
    """Keep one DuckDB for reports, open from the start as that of numbers is."""
    process = ProcessState.of(app)
    reports = Reports(Lake.from_settings(process.settings))
    ReportsState(reports).attach(app)
    if process.is_warm:
        await run_in_threadpool(reports.open)
    try:
        yield
    finally:
        reports.close()


async def _reports(request: Request) -> Reports:
    return ReportsState.of(request).reports


def _service(
    reports: Annotated[Reports, Depends(_reports)],
    session: SessionDep,
    analytics: AnalyticsServiceDep,
    seasons: SeasonServiceDep,
) -> ReportService:
    return ReportService(reports, analytics, ReportNames(session), seasons)


ReportServiceDep = Annotated[ReportService, Depends(_service)]
"""The service of this request's member."""
