"""Builds what the handlers of missed addresses need."""

from typing import Annotated

from fastapi import Depends

from api.db.session import SessionDep
from api.domains.missed_addresses.repository import DismissedMissRepository
from api.domains.missed_addresses.service import MissedAddressService
from api.domains.own_domains.repository import DomainRepository
from api.domains.reports.dependencies import ReportServiceDep
from api.kit.clock import NowDep


def _service(session: SessionDep, reports: ReportServiceDep, now: NowDep) -> MissedAddressService:
    return MissedAddressService(
        DismissedMissRepository(session), DomainRepository(session), reports, now
    )


MissedAddressServiceDep = Annotated[MissedAddressService, Depends(_service)]
