"""Previews of reports, and samples that are sent only to the caller."""

from datetime import datetime

from sqlalchemy.orm import Session

from api.auth.member import Member
from api.domains.insights.scheduled_reports.counted_report import CountedReport, count_report
from api.domains.insights.scheduled_reports.errors import NoVerifiedAddress, bad_field
from api.domains.insights.scheduled_reports.mails import Composer
from api.domains.insights.scheduled_reports.repository import ScheduleRepository
from api.domains.insights.scheduled_reports.schemas import (
    PreviewedReport,
    ReportDraft,
    SampleQueued,
)
from api.domains.insights.scheduled_reports.timetable import period_of
from api.integrations.ports.mail_sender import Handled, MailSender
from api.jobs.queue import Jobs
from warehouse.date_ranges import zone_of
from warehouse.queries.analytics import Analytics
from warehouse.queries.language import QuestionError, parse_filters

SAMPLE_JOB = "reports.sample"
PREVIEW_LINK = "preview"
"""Replaces a recipient's token in previews. It cannot unsubscribe anybody."""


class Samples:
    """Previews and samples of reports, which need not be saved."""

    def __init__(self, session: Session, analytics: Analytics, now: datetime) -> None:
        self._session = session
        self._schedules = ScheduleRepository(session)
        self._analytics = analytics
        self._now = now

    def preview(self, me: Member, draft: ReportDraft, composer: Composer) -> PreviewedReport:
        """Return the email for the last complete period without sending it."""
        counted = self._count(me.org_id, draft)
        mail = counted.mail(composer, me.email or "", unsubscribe=PREVIEW_LINK, message_id=None)
        return PreviewedReport(
            subject=mail.subject,
            html=mail.html,
            text=mail.text,
            period_start=counted.period.start,
            period_end=counted.period.end,
        )

    def queue(self, me: Member, draft: ReportDraft, jobs: Jobs) -> SampleQueued:
        """Queue a sample to the caller's verified address.

        Raises:
            NoVerifiedAddress: the caller is an API key, or their address is not verified.
        """
        check_filters(draft)
        email = (me.email or "").lower()
        if me.user_id is None or not self._schedules.members(me.org_id, [email]):
            raise NoVerifiedAddress
        args = {"user_id": me.user_id, "draft": draft.model_dump(mode="json", exclude={"org_id"})}
        return SampleQueued(
            job_id=jobs.enqueue(me.org_id, SAMPLE_JOB, args, created_by=me.caller_id), email=email
        )

    def send(
        self,
        org_id: str,
        user_id: str,
        draft: ReportDraft,
        *,
        composer: Composer,
        sender: MailSender,
    ) -> Handled | None:
        """Send a sample. Returns None if the member has left or no longer has a verified address."""
        email = self._schedules.address_of(org_id, user_id)
        if email is None:
            return None
        mail = self._count(org_id, draft).mail(composer, email, unsubscribe=None, message_id=None)
        return sender.send(org_id, mail)

    def _count(self, org_id: str, draft: ReportDraft) -> CountedReport:
        check_filters(draft)
        organization = self._schedules.organization(org_id)
        zone = zone_of(organization.time_zone)
        return count_report(
            self._session,
            self._analytics,
            organization,
            name=draft.name,
            question=draft.question.model_dump(mode="json"),
            period=period_of(draft.cadence, self._now, zone, organization.week_start),
            now=self._now,
        )


def check_filters(draft: ReportDraft) -> None:
    """Refuse invalid filters in the same way as when the report is saved."""
    try:
        parse_filters(draft.question.filters)
    except QuestionError as wrong:
        raise bad_field(f"question.{wrong.field}", str(wrong)) from wrong
