"""Dependencies of the not-found log's handlers."""

from typing import Annotated

from fastapi import Depends

from api.db.session import SessionDep
from api.domains.insights.not_found_log.repository import DismissedMissRepository
from api.domains.insights.not_found_log.service import NotFoundLogService
from api.domains.insights.reports.dependencies import ReportServiceDep
from api.kit.clock import NowDep


def _service(session: SessionDep, reports: ReportServiceDep, now: NowDep) -> NotFoundLogService:
    return NotFoundLogService(DismissedMissRepository(session), reports, now)


NotFoundLogServiceDep = Annotated[NotFoundLogService, Depends(_service)]
