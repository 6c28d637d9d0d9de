"""Requests and answers about usage of plans."""

from datetime import date

from pydantic import Field

from api.domains.commerce.payments.plans import Quota
from api.kit.schemas import OrgBody, Schema


class GetPlanUsage(OrgBody):
    """Usage of this month."""


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


class PlanUsage(Schema):
    """Usage of the calendar month in UTC."""

    is_self_hosted: bool
    plan: str
    month: date = Field(description="Its first day")
    quotas: list[QuotaUsage]
    scans: list[DayOfScans] = Field(description="Each day of the month so far")
