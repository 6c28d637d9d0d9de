"""The dependencies and the lifespan of reports."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Annotated

from fastapi import Depends, FastAPI, Request

from api.db.session import SessionDep
from api.domains.insights.analytics.dependencies import AnalyticsServiceDep
from api.domains.insights.analytics.state import AnalyticsState
from api.domains.insights.reports.name_reading import ReportNames
from api.domains.insights.reports.service import ReportService
from api.domains.insights.reports.state import ReportsState
from api.domains.promotions.leaderboards.dependencies import SeasonServiceDep
from api.kit.process_state import ProcessState
from warehouse.lake import Lake
from warehouse.reports.engine import Reports


@asynccontextmanager
async def reports_lifespan(app: FastAPI) -> AsyncIterator[None]:
    """Read reports with the DuckDB of analytics."""
    lake = Lake.from_settings(ProcessState.of(app).settings)
    ReportsState(Reports(lake, AnalyticsState.of(app).connection)).attach(app)
    yield


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
