"""Counts an organisation's usage: scans in the warehouse, everything else in the database."""

from datetime import date, datetime, timedelta
from itertools import accumulate
from zoneinfo import ZoneInfo

from sqlalchemy.orm import Session

from api.db.session import released
from api.domains.commerce.payments.plans import SELF_HOSTED, Quota
from api.domains.commerce.payments.reading import (
    PlanLimits,
    history_of,
    limits_of,
    messages_by_day,
    month_of,
    state_of_plan,
    used_of,
)
from api.domains.insights.analytics.service import refusals
from api.domains.insights.plan_usage.schemas import (
    DayOfMessages,
    DayOfScans,
    HistoryUsage,
    PlanUsage,
    QuotaUsage,
)
from warehouse.date_ranges import Granularity, Range, edges
from warehouse.queries.analytics import Analytics
from warehouse.queries.language import Question

ZONE = ZoneInfo("UTC")
COUNTED: tuple[Quota, ...] = ("codes", "messages", "seats", "domains")


def scans_by_day(analytics: Analytics, org_id: str, now: datetime) -> list[DayOfScans]:
    """Return the scans of each day of this month, without those of bots. Raises errors of the warehouse."""
    month = Range(month_of(now), now + timedelta(microseconds=1))
    points = tuple(edges(month, Granularity.DAY, ZONE))
    answer = analytics.ask(
        Question(
            org_id=org_id,
            current=month,
            zone=ZONE,
            granularity=Granularity.DAY,
            edges=points,
            metrics=frozenset({"scans"}),
        )
    )
    counts = [it.metrics.scans for it in answer.series]
    return [
        DayOfScans(day=at.date(), scans=scans, total=total)
        for at, scans, total in zip(points, counts, accumulate(counts), strict=True)
    ]


class PlanUsageService:
    """Usage of one organisation."""

    def __init__(self, session: Session, analytics: Analytics, now: datetime) -> None:
        self._session = session
        self._analytics = analytics
        self._now = now

    def read(self, org_id: str, *, with_days: bool) -> PlanUsage:
        """Return the usage and the limits of the plan. Scans are included only with `with_days`, because the warehouse
        counts them.

        Raises:
            AnalyticsNotReady, AnalyticsBehind, DataDamaged: scans cannot be counted now.
        """
        month = month_of(self._now)
        limits = limits_of(self._session, org_id)
        used = {it: used_of(self._session, org_id, it, month) for it in COUNTED}
        plan = state_of_plan(self._session, org_id)
        history = HistoryUsage.model_validate(history_of(self._session, org_id, self._now))
        days: list[DayOfScans] = []
        messages: list[tuple[date, int]] = []
        if with_days:
            messages = messages_by_day(self._session, org_id, self._now)
            with refusals(), released(self._session):
                days = scans_by_day(self._analytics, org_id, self._now)
            used["scans"] = days[-1].total if days else 0
        return PlanUsage(
            is_self_hosted=limits is None,
            plan=limits.plan if limits is not None else SELF_HOSTED,
            month=month.date(),
            quotas=[_usage(it, count, limits) for it, count in used.items()],
            state=plan.state,
            grace_until=plan.grace_until,
            history=history,
            scans=days,
            messages=[DayOfMessages(day=day, total=total) for day, total in messages],
        )


def _usage(quota: Quota, used: int, limits: PlanLimits | None) -> QuotaUsage:
    allowed, more_in = limits.of(quota) if limits is not None else (None, None)
    return QuotaUsage(quota=quota, used=used, allowed=allowed, more_in=more_in)
