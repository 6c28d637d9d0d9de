"""Rules of scheduled reports: which recipients must confirm first, and when the next report is due."""

from collections.abc import Callable
from datetime import datetime
from typing import cast
from zoneinfo import ZoneInfo

from api.auth.member import Member
from api.domains.insights.scheduled_reports.errors import (
    BadMailToken,
    ScheduleChanged,
    ScheduleNotFound,
    TooManySchedules,
    bad_field,
)
from api.domains.insights.scheduled_reports.models import ReportRecipient, ReportRun, ReportSchedule
from api.domains.insights.scheduled_reports.repository import ScheduleRepository
from api.domains.insights.scheduled_reports.schemas import (
    LastRun,
    RecipientRead,
    ReportQuestion,
    SaveSchedule,
    ScheduleRead,
)
from api.domains.insights.scheduled_reports.timetable import Cadence, Timetable, next_run
from api.domains.insights.scheduled_reports.tokens import Purpose, mail_token, recipient_of
from api.jobs.queue import Jobs
from warehouse.date_ranges import zone_of
from warehouse.queries.language import QuestionError, parse_filters

MAX_SCHEDULES = 50


class ScheduleService:
    """Scheduled reports of one organisation."""

    def __init__(
        self,
        schedules: ScheduleRepository,
        jobs: Jobs,
        *,
        count_confirmation: Callable[[str], None],
        now: datetime,
        new_id: Callable[[str], str],
    ) -> None:
        self._schedules = schedules
        self._jobs = jobs
        self._count_confirmation = count_confirmation
        self._now = now
        self._new_id = new_id

    def save(self, me: Member, body: SaveSchedule) -> ScheduleRead:
        """Create a scheduled report, or change one."""
        try:
            parse_filters(body.question.filters)
        except QuestionError as wrong:
            raise bad_field(f"question.{wrong.field}", str(wrong)) from wrong
        self._schedules.lock(me.org_id)
        if body.schedule_id is None:
            schedule = self._new(me)
        else:
            schedule = self._find_editable(me.org_id, body.schedule_id, body.version)
        for field in ("name", "cadence", "weekday", "month_day", "hour", "is_active"):
            setattr(schedule, field, getattr(body, field))
        schedule.question = body.question.model_dump(mode="json")
        schedule.updated_at = self._now
        plan_next(schedule, self._now, zone_of(me.time_zone))
        self._schedules.add(schedule)
        self._set_recipients(me.org_id, schedule.schedule_id, list(dict.fromkeys(body.recipients)))
        return self._read(me.org_id, [schedule])[0]

    def list_schedules(self, org_id: str) -> list[ScheduleRead]:
        """Return all reports, by name."""
        return self._read(org_id, self._schedules.list_all(org_id))

    def remove(self, org_id: str, schedule_id: str) -> None:
        """Delete a report with its recipients."""
        self._schedules.remove(self._find_editable(org_id, schedule_id, None))

    def _new(self, me: Member) -> ReportSchedule:
        if self._schedules.count(me.org_id) >= MAX_SCHEDULES:
            raise TooManySchedules
        return ReportSchedule(
            schedule_id=self._new_id("rep"),
            org_id=me.org_id,
            created_by=me.caller_id,
            created_at=self._now,
        )

    def _find_editable(self, org_id: str, schedule_id: str, version: int | None) -> ReportSchedule:
        schedule = self._schedules.find_for_update(org_id, schedule_id)
        if schedule is None:
            raise ScheduleNotFound
        if version is not None and version != schedule.version:
            raise ScheduleChanged
        return schedule

    def _set_recipients(self, org_id: str, schedule_id: str, emails: list[str]) -> None:
        """Set the recipients. Those who unsubscribed stay unsubscribed, because only they can subscribe again."""
        session = self._schedules.session
        existing = {it.email: it for it in self._schedules.recipients(org_id, [schedule_id])}
        for email, row in existing.items():
            if email not in emails and row.state != "unsubscribed":
                session.delete(row)
        new = [email for email in emails if email not in existing]
        members = self._schedules.members(org_id, new)
        unconfirmed = []
        for email in new:
            is_member = email in members
            row = ReportRecipient(
                recipient_id=self._new_id("rcp"),
                org_id=org_id,
                schedule_id=schedule_id,
                email=email,
                state="confirmed" if is_member else "pending",
                asked_at=None if is_member else self._now,
                confirmed_at=self._now if is_member else None,
                created_at=self._now,
            )
            session.add(row)
            if not is_member:
                self._count_confirmation(org_id)
                unconfirmed.append(row.recipient_id)
        session.flush()
        for recipient_id in unconfirmed:
            self._jobs.enqueue(org_id, "reports.ask", {"recipient_id": recipient_id})

    def _read(self, org_id: str, rows: list[ReportSchedule]) -> list[ScheduleRead]:
        people: dict[str, list[ReportRecipient]] = {}
        for person in self._schedules.recipients(org_id, [row.schedule_id for row in rows]):
            people.setdefault(person.schedule_id, []).append(person)
        runs = self._schedules.last_runs(org_id)
        return [
            _read(row, people.get(row.schedule_id, []), runs.get(row.schedule_id)) for row in rows
        ]


class RecipientResponses:
    """Confirms and unsubscribes recipients by the signed tokens in their emails."""

    def __init__(self, schedules: ScheduleRepository, secret: bytes, now: datetime) -> None:
        self._schedules = schedules
        self._secret = secret
        self._now = now

    def find(self, purpose: Purpose, token: str) -> ReportRecipient:
        """Return the recipient of a token.

        Raises:
            BadMailToken: it is not valid.
        """
        recipient_id = recipient_of(self._secret, purpose, token)
        recipient = self._schedules.enter_recipient(recipient_id) if recipient_id else None
        if recipient is None:
            raise BadMailToken
        return recipient

    def respond(self, purpose: Purpose, token: str) -> ReportRecipient:
        """Confirm or unsubscribe. Repeating it changes nothing."""
        recipient = self.find(purpose, token)
        if purpose == "confirm" and recipient.state != "confirmed":
            recipient.state, recipient.confirmed_at = "confirmed", self._now
        elif purpose == "unsubscribe" and recipient.state != "unsubscribed":
            recipient.state, recipient.unsubscribed_at = "unsubscribed", self._now
        self._schedules.save()
        return recipient

    def resubscribe_url(self, recipient: ReportRecipient) -> str:
        """Return the path at which a recipient can undo unsubscribing."""
        return f"/mail/confirm/{mail_token(self._secret, 'confirm', recipient.recipient_id)}"


def timetable_of(schedule: ReportSchedule) -> Timetable:
    """Return when a schedule is due."""
    return Timetable(
        cadence=cast(Cadence, schedule.cadence),
        hour=schedule.hour,
        weekday=schedule.weekday,
        month_day=schedule.month_day,
    )


def plan_next(schedule: ReportSchedule, now: datetime, zone: ZoneInfo) -> None:
    """Set the next run of a report after `now`, in this time zone."""
    moment = next_run(timetable_of(schedule), now, zone)
    schedule.next_run_at, schedule.next_run_day = moment, moment.astimezone(zone).date()


def _read(
    schedule: ReportSchedule, people: list[ReportRecipient], run: ReportRun | None
) -> ScheduleRead:
    return ScheduleRead(
        schedule_id=schedule.schedule_id,
        name=schedule.name,
        question=ReportQuestion.model_validate(schedule.question),
        cadence=cast(Cadence, schedule.cadence),
        weekday=schedule.weekday,
        month_day=schedule.month_day,
        hour=schedule.hour,
        is_active=schedule.is_active,
        next_run_at=schedule.next_run_at,
        recipients=[RecipientRead.model_validate(it) for it in people],
        last_run=LastRun.model_validate(run) if run else None,
        version=schedule.version,
    )
