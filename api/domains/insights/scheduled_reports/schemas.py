"""Requests and responses about scheduled reports."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from api.domains.insights.analytics.schemas import DimensionsAsOf
from api.kit.schemas import Body, OrgBody, Schema, Version
from api.kit.visible_text import OneLine

MAX_RECIPIENTS = 20

ScheduleId = Annotated[str, StringConstraints(min_length=1, max_length=64)]
ScheduleName = Annotated[str, OneLine(80)]
EmailAddress = Annotated[
    str,
    StringConstraints(
        strip_whitespace=True,
        to_lower=True,
        max_length=254,
        pattern=r"^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-zA-Z0-9-]+(\.[a-zA-Z0-9-]+)+$",
    ),
]
RecipientState = Literal["pending", "confirmed", "unsubscribed"]


class ReportQuestion(Body):
    """The content that a report counts."""

    filters: dict[str, list[str]] = Field(default_factory=dict, max_length=20)
    include_bots: bool = False
    compare: Literal["previous", "year"] = Field("previous", description="As in `get-analytics`")
    dimensions_as_of: DimensionsAsOf = Field("current", description="As in `get-analytics`")


class ReportDraft(OrgBody):
    """A report, saved or unsaved."""

    name: ScheduleName
    question: ReportQuestion = Field(default_factory=ReportQuestion)
    cadence: Literal["day", "week", "month"] = "week"


class PreviewedReport(Schema):
    """The email for the last complete day, week or month."""

    subject: str
    html: str
    text: str
    period_start: datetime
    period_end: datetime


class SampleQueued(Schema):
    """A queued sample. Use `get-job` to get its state."""

    job_id: str
    email: str


class SaveSchedule(ReportDraft):
    """A report to schedule. With `schedule_id`, the changes to it."""

    schedule_id: ScheduleId | None = None
    weekday: int = Field(0, ge=0, le=6, description="For weekly reports; 0 is Monday")
    month_day: int = Field(
        1, ge=1, le=31, description="For monthly reports; in shorter months, the last day"
    )
    hour: int = Field(8, ge=0, le=23, description="In the organisation's time zone")
    is_active: bool = True
    recipients: list[EmailAddress] = Field(
        min_length=1,
        max_length=MAX_RECIPIENTS,
        description="Members get the report right away, others after they confirm by email",
    )
    version: Version | None = Field(
        None, description="The version that you read; 409 if it has changed since"
    )


class ScheduleRef(OrgBody):
    """The ID of a scheduled report."""

    schedule_id: ScheduleId


class ListSchedules(OrgBody):
    """List all scheduled reports."""


class RecipientRead(Schema):
    """A recipient, and whether they get the report."""

    recipient_id: str
    email: str
    state: RecipientState


class LastRun(Schema):
    """The outcome of the last run."""

    period_start: datetime
    period_end: datetime
    state: Literal["queued", "done", "failed"]
    message: str


class ScheduleRead(Schema):
    """One scheduled report."""

    schedule_id: str
    name: str
    question: ReportQuestion
    cadence: Literal["day", "week", "month"]
    weekday: int
    month_day: int
    hour: int
    is_active: bool
    next_run_at: datetime
    recipients: list[RecipientRead]
    last_run: LastRun | None
    version: int


class ScheduleList(Schema):
    """Scheduled reports, by name."""

    items: list[ScheduleRead]
    sends_mail: bool = Field(
        description="Whether a mail server is configured; otherwise emails are kept in the sandbox"
    )


class ScheduleDeleted(Schema):
    """The scheduled report that was deleted."""

    schedule_id: str
    deleted: Literal[True] = True
