"""Builds what the handlers of missed addresses need."""

from typing import Annotated

from fastapi import Depends

from api.db.session import SessionDep
from api.domains.insights.not_found_log.repository import DismissedMissRepository
from api.domains.insights.not_found_log.service import MissedAddressService
from api.domains.insights.reports.dependencies import ReportServiceDep
from api.kit.clock import NowDep


def _service(session: SessionDep, reports: ReportServiceDep, now: NowDep) -> MissedAddressService:
    return MissedAddressService(DismissedMissRepository(session), reports, now)


MissedAddressServiceDep = Annotated[MissedAddressService, Depends(_service)]
