"""The tables of scheduled reports."""

from datetime import date, datetime
from typing import Any

from sqlalchemy import Text
from sqlalchemy.orm import Mapped, mapped_column

from api.db.base import Base


class ReportSchedule(Base):
    """A schedule: what is sent, when, and when it is sent next."""

    __tablename__ = "report_schedules"

    schedule_id: Mapped[str] = mapped_column(Text, primary_key=True)
    org_id: Mapped[str] = mapped_column(Text)
    name: Mapped[str] = mapped_column(Text)
    question: Mapped[dict[str, Any]]
    cadence: Mapped[str] = mapped_column(Text)
    weekday: Mapped[int]
    month_day: Mapped[int]
    hour: Mapped[int]
    is_active: Mapped[bool]
    next_run_at: Mapped[datetime]
    next_run_day: Mapped[date]
    """The day of the next run in the organisation's time zone."""
    created_by: Mapped[str | None] = mapped_column(Text)
    created_at: Mapped[datetime]
    updated_at: Mapped[datetime]
    version: Mapped[int] = mapped_column()

    __mapper_args__ = {"version_id_col": version}  # noqa: RUF012 - as SQLAlchemy types it


class ReportRecipient(Base):
    """An address that gets a report from its confirmation until it unsubscribes."""

    __tablename__ = "report_recipients"

    recipient_id: Mapped[str] = mapped_column(Text, primary_key=True)
    org_id: Mapped[str] = mapped_column(Text)
    schedule_id: Mapped[str] = mapped_column(Text)
    email: Mapped[str] = mapped_column(Text)
    state: Mapped[str] = mapped_column(Text)
    asked_at: Mapped[datetime | None]
    confirmed_at: Mapped[datetime | None]
    unsubscribed_at: Mapped[datetime | None]
    created_at: Mapped[datetime]


class ReportRun(Base):
    """The report of a schedule for one period, of which there is at most one."""

    __tablename__ = "report_runs"

    schedule_id: Mapped[str] = mapped_column(Text, primary_key=True)
    period_start: Mapped[datetime] = mapped_column(primary_key=True)
    org_id: Mapped[str] = mapped_column(Text)
    period_end: Mapped[datetime]
    state: Mapped[str] = mapped_column(Text)
    message: Mapped[str] = mapped_column(Text)
    created_at: Mapped[datetime]
    finished_at: Mapped[datetime | None]


class ReportMail(Base):
    """One email of a run. Each address gets at most one."""

    __tablename__ = "report_mails"

    schedule_id: Mapped[str] = mapped_column(Text, primary_key=True)
    period_start: Mapped[datetime] = mapped_column(primary_key=True)
    email: Mapped[str] = mapped_column(Text, primary_key=True)
    org_id: Mapped[str] = mapped_column(Text)
    state: Mapped[str] = mapped_column(Text)
    message: Mapped[str] = mapped_column(Text)
    changed_at: Mapped[datetime]
