"""Builds what the handlers of scheduled reports need."""

from typing import Annotated

from fastapi import Depends, Request
from limits import parse

from api.db.session import SessionDep
from api.domains.scheduled_reports.mails import Composer
from api.domains.scheduled_reports.repository import ScheduleRepository
from api.domains.scheduled_reports.service import Answering, ScheduleService
from api.jobs.queue import JobsDep
from api.kit.addresses import client_address
from api.kit.clock import NowDep
from api.kit.ids import new_id
from api.kit.rate_limits import RateLimits
from runtime.settings import Settings

STRANGERS = parse("60 per hour")
"""Mails that ask somebody, of one organisation."""
PER_ADDRESS = parse("120 per minute")


def _service(request: Request, session: SessionDep, jobs: JobsDep, now: NowDep) -> ScheduleService:
    limits: RateLimits = request.app.state.rate_limits

    def count_stranger(org_id: str) -> None:
        message = "Too many new addresses within an hour. Try again later."
        limits.hit(STRANGERS, "report-recipients", org_id, message=message)

    return ScheduleService(
        ScheduleRepository(session), jobs, count_stranger=count_stranger, now=now, new_id=new_id
    )


def _answering(request: Request, session: SessionDep, now: NowDep) -> Answering:
    settings: Settings = request.app.state.settings
    limits: RateLimits = request.app.state.rate_limits
    limits.hit(PER_ADDRESS, "report-answers", client_address(request))
    return Answering(ScheduleRepository(session), settings.secret_key, now)


def _sends_mail(request: Request) -> bool:
    settings: Settings = request.app.state.settings
    return bool(settings.smtp_host)


def _composer(request: Request) -> Composer:
    settings: Settings = request.app.state.settings
    return Composer(settings.base_url)


ScheduleServiceDep = Annotated[ScheduleService, Depends(_service)]
AnsweringDep = Annotated[Answering, Depends(_answering)]
SendsMailDep = Annotated[bool, Depends(_sends_mail)]
ComposerDep = Annotated[Composer, Depends(_composer)]
