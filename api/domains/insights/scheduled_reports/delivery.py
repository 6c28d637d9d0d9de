"""Creates the reports that are due, and sends each email once."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

import structlog
from sqlalchemy import Engine
from sqlalchemy.orm import Session

from api.db.session import enter_tenant
from api.domains.insights.scheduled_reports.counted_report import CountedReport, count_report
from api.domains.insights.scheduled_reports.mails import Composer
from api.domains.insights.scheduled_reports.models import ReportRun
from api.domains.insights.scheduled_reports.repository import ScheduleRepository
from api.domains.insights.scheduled_reports.service import plan_next, timetable_of
from api.domains.insights.scheduled_reports.timetable import local_hour, period_of
from api.domains.insights.scheduled_reports.tokens import mail_token
from api.integrations.mail_delivery import MakeSender, deliver_each, deliver_once, message_id
from api.integrations.ports.mail_sender import MailFailed
from api.jobs.queue import Jobs
from api.jobs.registry import JobContext
from warehouse.date_ranges import Range, zone_of
from warehouse.queries.analytics import Analytics

log = structlog.get_logger(__name__)


def queue_due(engine: Engine, now: datetime) -> int:
    """Start every report that is due, and return how many. After a long outage, a report is sent once, for the latest
    period.
    """
    with Session(engine) as session:
        due = ScheduleRepository(session).list_due(now)
    started = 0
    for org_id, schedule_id in due:
        try:
            started += _queue(engine, org_id, schedule_id, now)
        except Exception:  # The other reports still start.
            log.exception("report not started", org_id=org_id, schedule_id=schedule_id)
    return started


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
        started = schedules.start_run(
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
        if started:
            args = {"schedule_id": schedule_id, "period_start": period.start.isoformat()}
            Jobs(session, now).enqueue(org_id, "reports.send", args)
        return started


def reschedule(session: Session, org_id: str, now: datetime) -> int:
    """Move reports to the organisation's current time zone, and return how many have a different time now.

    A report whose hour has passed in the new zone is sent immediately; reports that are already due do not change.
    """
    schedules = ScheduleRepository(session)
    zone = zone_of(schedules.organization(org_id).time_zone)
    rescheduled = 0
    for row in schedules.list_all(org_id):
        schedule = schedules.find_for_update(org_id, row.schedule_id)
        if schedule is not None and schedule.next_run_at > now:
            before = schedule.next_run_at
            schedule.next_run_at = local_hour(schedule.next_run_day, schedule.hour, zone)
            rescheduled += schedule.next_run_at != before
    schedules.save()
    return rescheduled


@dataclass(frozen=True)
class PreparedReport:
    """A report with its numbers and recipients."""

    run: ReportRun
    counted: CountedReport
    recipients: list[tuple[str, str]]
    """IDs and addresses of the recipients."""


class ReportSender:
    """Sends the emails of one run from inside a job."""

    def __init__(self, context: JobContext, analytics: Analytics, make_sender: MakeSender) -> None:
        self._context = context
        self._analytics = analytics
        self._make_sender = make_sender
        self._composer = Composer(context.settings.base_url)

    def send(self, schedule_id: str, period_start: datetime) -> dict[str, Any]:
        """Send the emails that were not sent yet.

        Raises:
            MailFailed: some emails were refused; a retry sends only these.
        """
        try:
            prepared = self._prepare(schedule_id, period_start)
        except Exception:
            self._mark_uncounted(schedule_id, period_start)
            raise
        if prepared is None:
            return {"sent": 0}
        delivered = deliver_each(prepared.recipients, lambda it: self._send_one(prepared, *it))
        failures = delivered.failures
        with self._context.session() as session:
            state = "failed" if failures else "done"
            message = failures[0] if failures else f"{len(prepared.recipients)} recipients"
            ScheduleRepository(session).finish_run(
                prepared.run, state, message, self._context.now()
            )
        if failures:
            raise MailFailed(failures[0])
        return {"sent": delivered.sent}

    def _prepare(self, schedule_id: str, period_start: datetime) -> PreparedReport | None:
        org_id = self._context.org_id
        with self._context.session() as session:
            schedules = ScheduleRepository(session)
            run = schedules.find_run(org_id, schedule_id, period_start)
            schedule = schedules.find_for_update(org_id, schedule_id)
            if run is None or schedule is None:
                return None  # deleted meanwhile
            organization = schedules.organization(org_id)
            rows = schedules.recipients(org_id, [schedule_id])
            confirmed = [(it.recipient_id, it.email) for it in rows if it.state == "confirmed"]
            never_asked = {it.email for it in rows if it.asked_at is None}
            members = schedules.members(org_id, never_asked)
            # A former member was never asked to confirm, so they do not get the report.
            recipients = [it for it in confirmed if it[1] not in never_asked or it[1] in members]
            counted = count_report(
                session,
                self._analytics,
                organization,
                name=schedule.name,
                question=schedule.question,
                period=Range(run.period_start, run.period_end),
                now=self._context.now(),
            )
            return PreparedReport(run, counted, recipients)

    def _mark_uncounted(self, schedule_id: str, period_start: datetime) -> None:
        """Mark the run as failed until a retry succeeds."""
        with self._context.session() as session:
            schedules = ScheduleRepository(session)
            run = schedules.find_run(self._context.org_id, schedule_id, period_start)
            if run is not None:
                message = "The numbers could not be counted."
                schedules.finish_run(run, "failed", message, self._context.now())

    def _send_one(self, prepared: PreparedReport, recipient_id: str, email: str) -> bool:
        context, run, now = self._context, prepared.run, self._context.now()
        claim = {
            "org_id": run.org_id,
            "schedule_id": run.schedule_id,
            "period_start": run.period_start,
            "email": email,
            "state": "sending",
            "message": "",
            "changed_at": now,
        }
        period = run.period_start.isoformat(), run.period_end.isoformat()
        base_url = context.settings.base_url
        return deliver_once(
            context.session,
            self._make_sender,
            run.org_id,
            claim=lambda session: ScheduleRepository(session).claim_mail(claim),
            compose=lambda: prepared.counted.mail(
                self._composer,
                email,
                unsubscribe=mail_token(context.settings.secret_key, "unsubscribe", recipient_id),
                message_id=message_id(base_url, run.schedule_id, *period, recipient_id),
            ),
            mark=lambda session, how, why: ScheduleRepository(session).mark_mail(
                run, email, how, why, now
            ),
        )


def request_confirmation(context: JobContext, recipient_id: str, make_sender: MakeSender) -> bool:
    """Ask a recipient to confirm. Returns False if that is no longer needed."""
    with context.session() as session:
        schedules = ScheduleRepository(session)
        recipient = schedules.enter_recipient(recipient_id)
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
