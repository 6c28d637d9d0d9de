"""Builds what the handlers of the dashboard's parts need."""

from typing import Annotated

from fastapi import Depends

from api.db.session import SessionDep
from api.domains.insights.analytics.dependencies import AnalyticsServiceDep
from api.domains.insights.analytics.reading import CodeNames
from api.domains.insights.dashboard_cards.service import BoardService
from api.kit.clock import NowDep


def _service(session: SessionDep, analytics: AnalyticsServiceDep, now: NowDep) -> BoardService:
    return BoardService(analytics, CodeNames(session), now)


BoardServiceDep = Annotated[BoardService, Depends(_service)]
