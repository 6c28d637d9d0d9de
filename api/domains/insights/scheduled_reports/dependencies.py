"""Dependencies of the scheduled report handlers."""

from typing import Annotated

from fastapi import Depends, Request
from limits import parse

from api.auth.member import EditorDep
from api.db.session import SessionDep
from api.domains.insights.analytics.state import AnalyticsState
from api.domains.insights.scheduled_reports.mails import Composer
from api.domains.insights.scheduled_reports.repository import ScheduleRepository
from api.domains.insights.scheduled_reports.samples import Samples
from api.domains.insights.scheduled_reports.service import RecipientResponses, ScheduleService
from api.integrations.mail_sender import can_mail
from api.jobs.queue import JobsDep
from api.kit.addresses import client_network
from api.kit.clock import NowDep
from api.kit.ids import new_id
from api.kit.process_state import RateLimitsDep, SettingsDep

CONFIRMATIONS = parse("60 per hour")
"""Rate limit for the confirmation emails of one organisation."""
SAMPLES = parse("20 per hour")
"""Rate limit for the sample emails of one member."""
PER_ADDRESS = parse("120 per minute")


def _service(
    limits: RateLimitsDep, session: SessionDep, jobs: JobsDep, now: NowDep
) -> ScheduleService:

    def count_confirmation(org_id: str) -> None:
        message = "Too many new recipients within an hour. Try again later."
        limits.hit(CONFIRMATIONS, "report-recipients", org_id, message=message)

    return ScheduleService(
        ScheduleRepository(session),
        jobs,
        count_confirmation=count_confirmation,
        now=now,
        new_id=new_id,
    )


def _responses(
    request: Request, settings: SettingsDep, limits: RateLimitsDep, session: SessionDep, now: NowDep
) -> RecipientResponses:
    limits.hit(PER_ADDRESS, "report-answers", client_network(request))
    return RecipientResponses(ScheduleRepository(session), settings.secret_key, now)


def _samples(request: Request, session: SessionDep, now: NowDep) -> Samples:
    return Samples(session, AnalyticsState.of(request).analytics, now)


def _count_sample(limits: RateLimitsDep, me: EditorDep) -> None:
    message = "Too many samples within an hour. Try again later."
    limits.hit(SAMPLES, "report-samples", me.org_id, me.caller_id or "", message=message)


def _sends_mail(settings: SettingsDep) -> bool:
    return can_mail(settings)


def _composer(settings: SettingsDep) -> Composer:
    return Composer(settings.base_url)


ScheduleServiceDep = Annotated[ScheduleService, Depends(_service)]
SamplesDep = Annotated[Samples, Depends(_samples)]
SampleLimit = Depends(_count_sample)
RecipientResponsesDep = Annotated[RecipientResponses, Depends(_responses)]
SendsMailDep = Annotated[bool, Depends(_sends_mail)]
ComposerDep = Annotated[Composer, Depends(_composer)]
