"""Requests and answers about usage of plans."""

from datetime import date, datetime

from pydantic import Field

from api.domains.commerce.payments.plans import Quota
from api.kit.schemas import OrgBody, Schema


class GetPlanUsage(OrgBody):
    """Usage of this month."""

    with_days: bool = Field(True, description="Whether scans and messages are counted day by day")


class QuotaUsage(Schema):
    """How much of something is used."""

    quota: Quota
    used: int
    allowed: int | None = Field(description="Null: no limit")
    more_in: str | None = Field(description="The smallest plan that has more")


class DayOfScans(Schema):
    """Scans of one day in UTC."""

    day: date
    scans: int
    total: int = Field(description="Of the month up to this day")


class DayOfMessages(Schema):
    """Messages up to a day in UTC."""

    day: date
    total: int = Field(
        description="Of the month up to this day, without credits that were given back"
    )


class HistoryUsage(Schema):
    """How long events are kept: the shorter of both."""

    months: int | None = Field(description="What applies now; null: for ever")
    own_months: int | None = Field(description="Set under Privacy; null: for ever")
    plan_months: int | None = Field(description="What the plan has; null: for ever")
    plan_applies_from: datetime | None = Field(
        description="When the plan begins to shorten it; null: not yet known"
    )


class PlanUsage(Schema):
    """Usage of the calendar month in UTC."""

    is_self_hosted: bool
    plan: str
    month: date = Field(description="Its first day")
    state: str = Field(description="Of the subscription, as `stripe-get-options` has it")
    grace_until: datetime | None = Field(description="How long an unpaid plan stays")
    quotas: list[QuotaUsage] = Field(description="Without `scans` where days are not asked for")
    history: HistoryUsage
    scans: list[DayOfScans] = Field(description="Each day of the month so far")
    messages: list[DayOfMessages] = Field(description="Each day of the month so far")
