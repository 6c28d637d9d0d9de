"""Requests and responses about plan usage."""

from datetime import date, datetime

from pydantic import Field

from api.domains.commerce.payments.plans import Quota
from api.kit.schemas import OrgBody, Schema


class GetPlanUsage(OrgBody):
    """Get the usage of this month."""

    with_days: bool = Field(True, description="Whether to include scans and messages per day")


class QuotaUsage(Schema):
    """The used part of one quota."""

    quota: Quota
    used: int
    allowed: int | None = Field(description="Null: no limit")
    more_in: str | None = Field(description="The smallest plan that includes more")


class DayOfScans(Schema):
    """Scans of one day in UTC."""

    day: date
    scans: int
    total: int = Field(description="Total for the month up to this day")


class DayOfMessages(Schema):
    """Total of messages up to one day in UTC."""

    day: date
    total: int = Field(description="Total for the month up to this day, without refunded credits")


class HistoryUsage(Schema):
    """How long events are stored: the shorter of the organisation's own period and the plan's."""

    months: int | None = Field(description="What applies now; null: forever")
    own_months: int | None = Field(description="Set under Privacy; null: forever")
    plan_months: int | None = Field(description="What the plan includes; null: forever")
    plan_applies_from: datetime | None = Field(
        description="When the plan's limit takes effect; null: not known yet"
    )


class PlanUsage(Schema):
    """Usage of the calendar month in UTC."""

    is_self_hosted: bool
    plan: str
    month: date = Field(description="Its first day")
    state: str = Field(description="State of the subscription, as in `stripe-get-options`")
    grace_until: datetime | None = Field(description="Until when an unpaid plan stays")
    quotas: list[QuotaUsage] = Field(description="Without `scans` if days were not requested")
    history: HistoryUsage
    scans: list[DayOfScans] = Field(description="Each day of the month so far")
    messages: list[DayOfMessages] = Field(description="Each day of the month so far")
