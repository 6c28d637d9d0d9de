"""Making the reports that are due, and sending each mail once."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

import structlog
from sqlalchemy import Engine
from sqlalchemy.orm import Session

from api.db.session import enter_tenant
from api.domains.insights.scheduled_reports.composing import CountedReport, count_report
from api.domains.insights.scheduled_reports.mails import Composer
from api.domains.insights.scheduled_reports.models import ReportRun
from api.domains.insights.scheduled_reports.repository import ScheduleRepository
from api.domains.insights.scheduled_reports.service import plan_next, timetable_of
from api.domains.insights.scheduled_reports.timing import local_hour, period_of
from api.domains.insights.scheduled_reports.tokens import mail_token
from api.integrations.mail_delivery import MakeSender, deliver_each, deliver_once, message_id
from api.integrations.ports.mail_sender import MailFailed
from api.jobs.queue import Jobs
from api.jobs.registry import JobContext
from warehouse.date_ranges import Range, zone_of
from warehouse.queries.analytics import Analytics

log = structlog.get_logger(__name__)


def queue_due(engine: Engine, now: datetime) -> int:
    """Begin every report that is due; returns how many. One that was missed for long goes out once,
    about the latest period.
    """
    with Session(engine) as session:
        due = ScheduleRepository(session).list_due(now)
    begun = 0
    for org_id, schedule_id in due:
        try:
            begun += _queue(engine, org_id, schedule_id, now)
        except Exception:  # whatever is wrong with one, the others are due too
            log.exception("a report could not be begun", org_id=org_id, schedule_id=schedule_id)
    return begun


def _queue(engine: Engine, org_id: str, schedule_id: str, now: datetime) -> bool:
    with Session(engine, expire_on_commit=False) as session, session.begin():
        enter_tenant(session, org_id)
        schedules = ScheduleRepository(session)
        schedule = schedules.find_due(org_id, schedule_id, now)
        if schedule is None:
            return False
        organization = schedules.organization(org_id)
        zone = zone_of(organization.time_zone)
        period = period_of(timetable_of(schedule).cadence, now, zone, organization.week_start)
        begun = schedules.begin_run(
            {
                "org_id": org_id,
                "schedule_id": schedule_id,
                "period_start": period.start,
                "period_end": period.end,
                "state": "queued",
                "message": "",
                "created_at": now,
            }
        )
        plan_next(schedule, now, zone)
        schedules.save()
        if begun:
            args = {"schedule_id": schedule_id, "period_start": period.start.isoformat()}
            Jobs(session, now).enqueue(org_id, "reports.send", args)
        return begun


def retime(session: Session, org_id: str, now: datetime) -> int:
    """Let each report go out on its day at its hour in another time zone; how many come at another moment.

    One whose hour is over there goes out at once, and what is due already as it was to.
    """
    schedules = ScheduleRepository(session)
    zone = zone_of(schedules.organization(org_id).time_zone)
    retimed = 0
    for found in schedules.list_all(org_id):
        schedule = schedules.find_for_update(org_id, found.schedule_id)
        if schedule is not None and schedule.next_run_at > now:
            before = schedule.next_run_at
            schedule.next_run_at = local_hour(schedule.next_run_day, schedule.hour, zone)
            retimed += schedule.next_run_at != before
    schedules.save()
    return retimed


@dataclass(frozen=True)
class Ready:
    """A report that is counted and addressed."""

    run: ReportRun
    counted: CountedReport
    recipients: list[tuple[str, str]]
    """Recipient id and address of everybody who gets it."""


class ReportSender:
    """Sends one run's mails from inside a job."""

    def __init__(self, context: JobContext, analytics: Analytics, make_sender: MakeSender) -> None:
        self._context = context
        self._analytics = analytics
        self._make_sender = make_sender
        self._composer = Composer(context.settings.base_url)

    def send(self, schedule_id: str, period_start: datetime) -> dict[str, Any]:
        """Send what was not sent yet.

        Raises:
            MailFailed: some mails could not be handed over; trying again sends these alone.
        """
        try:
            ready = self._prepare(schedule_id, period_start)
        except Exception:
            self._note_uncounted(schedule_id, period_start)
            raise
        if ready is None:
            return {"sent": 0}
        delivered = deliver_each(ready.recipients, lambda it: self._send_one(ready, *it))
        failures = delivered.failures
        with self._context.session() as session:
            state = "failed" if failures else "done"
            message = failures[0] if failures else f"{len(ready.recipients)} recipients"
            ScheduleRepository(session).finish_run(ready.run, state, message, self._context.now())
        if failures:
            raise MailFailed(failures[0])
        return {"sent": delivered.sent}

    def _prepare(self, schedule_id: str, period_start: datetime) -> Ready | None:
        org_id = self._context.org_id
        with self._context.session() as session:
            schedules = ScheduleRepository(session)
            run = schedules.find_run(org_id, schedule_id, period_start)
            schedule = schedules.find_for_update(org_id, schedule_id)
            if run is None or schedule is None:
                return None  # removed meanwhile
            organization = schedules.organization(org_id)
            rows = schedules.recipients(org_id, [schedule_id])
            willing = [(it.recipient_id, it.email) for it in rows if it.state == "confirmed"]
            asked_never = {it.email for it in rows if it.asked_at is None}
            members = schedules.members(org_id, asked_never)
            # Who got it as a member and is one no longer was never asked, so they get nothing.
            recipients = [it for it in willing if it[1] not in asked_never or it[1] in members]
            counted = count_report(
                session,
                self._analytics,
                organization,
                name=schedule.name,
                question=schedule.question,
                period=Range(run.period_start, run.period_end),
                now=self._context.now(),
            )
            return Ready(run, counted, recipients)

    def _note_uncounted(self, schedule_id: str, period_start: datetime) -> None:
        """What its owners read while no try has succeeded, and if none does."""
        with self._context.session() as session:
            schedules = ScheduleRepository(session)
            run = schedules.find_run(self._context.org_id, schedule_id, period_start)
            if run is not None:
                message = "Its numbers could not be counted."
                schedules.finish_run(run, "failed", message, self._context.now())

    def _send_one(self, ready: Ready, recipient_id: str, email: str) -> bool:
        context, run, now = self._context, ready.run, self._context.now()
        claim = {
            "org_id": run.org_id,
            "schedule_id": run.schedule_id,
            "period_start": run.period_start,
            "email": email,
            "state": "sending",
            "message": "",
            "changed_at": now,
        }
        period, base_url = run.period_start.isoformat(), context.settings.base_url
        return deliver_once(
            context.session,
            self._make_sender,
            run.org_id,
            claim=lambda session: ScheduleRepository(session).claim_mail(claim),
            compose=lambda: ready.counted.mail(
                self._composer,
                email,
                unsubscribe=mail_token(context.settings.secret_key, "unsubscribe", recipient_id),
                message_id=message_id(base_url, run.schedule_id, period, recipient_id),
            ),
            mark=lambda session, how, why: ScheduleRepository(session).mark_mail(
                run, email, how, why, now
            ),
        )


def ask_recipient(context: JobContext, recipient_id: str, make_sender: MakeSender) -> bool:
    """Ask somebody whether they want a report; False when that needs no asking any more."""
    with context.session() as session:
        schedules = ScheduleRepository(session)
        recipient = schedules.presented(recipient_id)
        if recipient is None or recipient.org_id != context.org_id or recipient.state != "pending":
            return False
        schedule = schedules.find_for_update(context.org_id, recipient.schedule_id)
        if schedule is None:
            return False
        mail = Composer(context.settings.base_url).question(
            to=recipient.email,
            name=schedule.name,
            organization=schedules.organization(context.org_id).name,
            confirm=mail_token(context.settings.secret_key, "confirm", recipient_id),
        )
        make_sender(session).send(context.org_id, mail)
    return True
