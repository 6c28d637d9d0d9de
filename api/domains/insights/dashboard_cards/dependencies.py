"""Dependencies of the handlers of dashboard cards."""

from typing import Annotated

from fastapi import Depends

from api.db.session import SessionDep
from api.domains.insights.analytics.dependencies import AnalyticsServiceDep
from api.domains.insights.analytics.reading import CodeNames
from api.domains.insights.dashboard_cards.service import DashboardService
from api.kit.clock import NowDep


def _service(session: SessionDep, analytics: AnalyticsServiceDep, now: NowDep) -> DashboardService:
    return DashboardService(analytics, CodeNames(session), now)


DashboardServiceDep = Annotated[DashboardService, Depends(_service)]
