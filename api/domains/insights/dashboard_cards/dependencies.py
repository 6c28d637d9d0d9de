"""Dependencies of the dashboard card handlers."""

from typing import Annotated

from fastapi import Depends

from api.db.session import SessionDep
from api.domains.insights.analytics.dependencies import AnalyticsServiceDep
from api.domains.insights.analytics.reading import CodeNames
from api.domains.insights.dashboard_cards.service import DashboardService
from api.domains.people.customers.dependencies import CustomerServiceDep
from api.kit.clock import NowDep


def _service(
    session: SessionDep,
    analytics: AnalyticsServiceDep,
    customers: CustomerServiceDep,
    now: NowDep,
) -> DashboardService:
    return DashboardService(analytics, CodeNames(session), customers, now)


DashboardServiceDep = Annotated[DashboardService, Depends(_service)]
