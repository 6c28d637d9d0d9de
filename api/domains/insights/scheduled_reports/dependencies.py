"""Builds what the handlers of scheduled reports need."""

from typing import Annotated

from fastapi import Depends, Request
from limits import parse

from api.auth.member import EditorDep
from api.db.session import SessionDep
from api.domains.insights.analytics.state import AnalyticsState
from api.domains.insights.scheduled_reports.mails import Composer
from api.domains.insights.scheduled_reports.repository import ScheduleRepository
from api.domains.insights.scheduled_reports.samples import Samples
from api.domains.insights.scheduled_reports.service import Answering, ScheduleService
from api.integrations.mail_sender import can_mail
from api.jobs.queue import JobsDep
from api.kit.addresses import client_network
from api.kit.clock import NowDep
from api.kit.ids import new_id
from api.kit.process_state import RateLimitsDep, SettingsDep

STRANGERS = parse("60 per hour")
"""Mails that ask somebody, of one organisation."""
SAMPLES = parse("20 per hour")
"""Mails that somebody sends to themselves to see how they look."""
PER_ADDRESS = parse("120 per minute")


def _service(
    limits: RateLimitsDep, session: SessionDep, jobs: JobsDep, now: NowDep
) -> ScheduleService:

    def count_stranger(org_id: str) -> None:
        message = "Too many new addresses within an hour. Try again later."
        limits.hit(STRANGERS, "report-recipients", org_id, message=message)

    return ScheduleService(
        ScheduleRepository(session), jobs, count_stranger=count_stranger, now=now, new_id=new_id
    )


def _answering(
    request: Request, settings: SettingsDep, limits: RateLimitsDep, session: SessionDep, now: NowDep
) -> Answering:
    limits.hit(PER_ADDRESS, "report-answers", client_network(request))
    return Answering(ScheduleRepository(session), settings.secret_key, now)


def _samples(request: Request, session: SessionDep, now: NowDep) -> Samples:
    return Samples(session, AnalyticsState.of(request).analytics, now)


def _count_sample(limits: RateLimitsDep, me: EditorDep) -> None:
    message = "You sent yourself many mails within an hour. Try again later."
    limits.hit(SAMPLES, "report-samples", me.org_id, me.caller_id or "", message=message)


def _sends_mail(settings: SettingsDep) -> bool:
    return can_mail(settings)


def _composer(settings: SettingsDep) -> Composer:
    return Composer(settings.base_url)


ScheduleServiceDep = Annotated[ScheduleService, Depends(_service)]
SamplesDep = Annotated[Samples, Depends(_samples)]
SampleLimit = Depends(_count_sample)
AnsweringDep = Annotated[Answering, Depends(_answering)]
SendsMailDep = Annotated[bool, Depends(_sends_mail)]
ComposerDep = Annotated[Composer, Depends(_composer)]
