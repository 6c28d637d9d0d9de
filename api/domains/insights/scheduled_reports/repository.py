"""All SQL for scheduled reports."""

from collections.abc import Iterable
from datetime import datetime

from sqlalchemy import exists, func, select, text, update
from sqlalchemy.dialects.postgresql import distinct_on, insert

from api.auth.models import Membership, Organization, User
from api.db.advisory_locks import lock_until_commit
from api.db.session import enter_tenant, set_variable
from api.db.tenancy import Repository
from api.domains.insights.scheduled_reports.models import (
    ReportMail,
    ReportRecipient,
    ReportRun,
    ReportSchedule,
)


class ScheduleRepository(Repository[ReportSchedule]):
    """Schedules of one organisation, their recipients and runs."""

    model = ReportSchedule

    def lock(self, org_id: str) -> None:
        """Lock the creation of schedules in this organisation until the transaction ends."""
        lock_until_commit(self.session, "report-schedules", org_id)

    def count(self, org_id: str) -> int:
        """Return the number of schedules."""
        every = self.scoped(org_id).subquery()
        return self.session.scalar(select(func.count()).select_from(every)) or 0

    def add(self, row: ReportSchedule) -> None:
        """Insert a new schedule."""
        self.session.add(row)
        self.session.flush()

    def save(self) -> None:
        """Write pending changes."""
        self.session.flush()

    def remove(self, row: ReportSchedule) -> None:
        """Delete a schedule with everything that belongs to it."""
        self.session.delete(row)
        self.session.flush()

    def list_all(self, org_id: str) -> list[ReportSchedule]:
        """Return the schedules by name."""
        ordered = self.scoped(org_id).order_by(
            func.lower(ReportSchedule.name), ReportSchedule.schedule_id
        )
        return list(self.session.scalars(ordered))

    def find_for_update(self, org_id: str, schedule_id: str) -> ReportSchedule | None:
        """Return a schedule, locked until the transaction ends."""
        statement = self.scoped(org_id).where(ReportSchedule.schedule_id == schedule_id)
        return self.session.scalar(statement.with_for_update())

    def list_due(self, now: datetime) -> list[tuple[str, str]]:
        """Return organisation and ID of every due report of all organisations."""
        due = text("select org_id, schedule_id from due_reports(:at)")
        rows = self.session.execute(due, {"at": now})
        return [(org_id, schedule_id) for org_id, schedule_id in rows]

    def find_due(self, org_id: str, schedule_id: str, now: datetime) -> ReportSchedule | None:
        """Return a schedule that is due and that no other worker is queueing."""
        due = self.scoped(org_id).where(
            ReportSchedule.schedule_id == schedule_id,
            ReportSchedule.is_active,
            ReportSchedule.next_run_at <= now,
        )
        return self.session.scalar(due.with_for_update(skip_locked=True))

    def organization(self, org_id: str) -> Organization:
        """Return the organisation."""
        mine = select(Organization).where(Organization.org_id == org_id)
        return self.session.scalars(mine).one()

    def recipients(self, org_id: str, schedule_ids: Iterable[str]) -> list[ReportRecipient]:
        """Return the addresses of these schedules, in their order."""
        statement = (
            select(ReportRecipient)
            .where(ReportRecipient.org_id == org_id)
            .where(ReportRecipient.schedule_id.in_(list(schedule_ids)))
            .order_by(ReportRecipient.email)
        )
        return list(self.session.scalars(statement))

    def members(self, org_id: str, emails: Iterable[str]) -> set[str]:
        """Return those of these addresses that are verified addresses of members."""
        statement = (
            select(func.lower(User.email))
            .where(User.email_verified, func.lower(User.email).in_(list(emails)))
            .where(exists().where(Membership.user_id == User.user_id, Membership.org_id == org_id))
        )
        return {email for email in self.session.scalars(statement) if email}

    def address_of(self, org_id: str, user_id: str) -> str | None:
        """Return the verified address of a member."""
        mine = exists().where(Membership.user_id == User.user_id, Membership.org_id == org_id)
        statement = select(User.email).where(User.user_id == user_id, User.email_verified, mine)
        return self.session.scalar(statement)

    def last_runs(self, org_id: str) -> dict[str, ReportRun]:
        """Return the newest run by schedule."""
        newest = (
            select(ReportRun)
            .where(ReportRun.org_id == org_id)
            .ext(distinct_on(ReportRun.schedule_id))
            .order_by(ReportRun.schedule_id, ReportRun.created_at.desc())
        )
        return {run.schedule_id: run for run in self.session.scalars(newest)}

    def start_run(self, run: dict[str, object]) -> bool:
        """Record that this period's report is being created. Return False if it was started before.

        Periods of different cadences can begin on the same day. After a change of cadence, the report is created for
        the new period too, and its emails are sent like those of a failed period.
        """
        new = insert(ReportRun).values(run)
        started = new.on_conflict_do_update(
            index_elements=["schedule_id", "period_start"],
            set_={it: new.excluded[it] for it in ("period_end", "state", "message", "created_at")}
            | {"finished_at": None},
            where=ReportRun.period_end != new.excluded.period_end,
        ).returning(ReportRun.schedule_id)
        if self.session.scalar(started) is None:
            return False
        self.session.execute(
            update(ReportMail)
            .where(
                ReportMail.org_id == run["org_id"],
                ReportMail.schedule_id == run["schedule_id"],
                ReportMail.period_start == run["period_start"],
            )
            .values(state="failed", message="")
        )
        return True

    def find_run(self, org_id: str, schedule_id: str, start: datetime) -> ReportRun | None:
        """Return one run."""
        return self.session.scalar(
            select(ReportRun).where(
                ReportRun.org_id == org_id,
                ReportRun.schedule_id == schedule_id,
                ReportRun.period_start == start,
            )
        )

    def claim_mail(self, mail: dict[str, object]) -> bool:
        """Claim an email before sending it. Returns False if it was sent, or may have been."""
        claim = insert(ReportMail).values(mail)
        claimed = claim.on_conflict_do_update(
            index_elements=["schedule_id", "period_start", "email"],
            set_={"state": "sending", "changed_at": claim.excluded.changed_at},
            where=ReportMail.state == "failed",
        ).returning(ReportMail.email)
        return self.session.scalar(claimed) is not None

    def mark_mail(
        self, run: ReportRun, email: str, state: str, message: str, now: datetime
    ) -> None:
        """Store the state of an email."""
        self.session.execute(
            update(ReportMail)
            .where(
                ReportMail.org_id == run.org_id,
                ReportMail.schedule_id == run.schedule_id,
                ReportMail.period_start == run.period_start,
                ReportMail.email == email,
            )
            .values(state=state, message=message[:300], changed_at=now)
        )

    def finish_run(self, run: ReportRun, state: str, message: str, now: datetime) -> None:
        """Store the outcome of a run."""
        self.session.execute(
            update(ReportRun)
            .where(
                ReportRun.org_id == run.org_id,
                ReportRun.schedule_id == run.schedule_id,
                ReportRun.period_start == run.period_start,
            )
            .values(state=state, message=message[:300], finished_at=now)
        )

    def enter_recipient(self, recipient_id: str) -> ReportRecipient | None:
        """Return the recipient of a signed token, after entering their organisation."""
        set_variable(self.session, "app.recipient_id", recipient_id)
        recipient = self.session.scalar(
            select(ReportRecipient).where(ReportRecipient.recipient_id == recipient_id)
        )
        if recipient is not None:
            enter_tenant(self.session, recipient.org_id)
        return recipient
