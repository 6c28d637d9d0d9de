"""Counts an organisation's usage each hour, for notices about quotas and for reports to the payment provider."""

from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import Engine

from api.domains.commerce.payments.notices import note_usage, organizations_to_count
from api.domains.commerce.payments.reading import limits_of, month_of, used_of
from api.domains.commerce.payments.usage_reports import SCANS, note_hours, send_reports
from api.domains.insights.plan_usage.service import COUNTED, ZONE, scans_by_day
from api.integrations.payment_provider import payment_provider
from api.integrations.ports.payment_provider import PaymentUnavailable
from api.jobs.due import queue_for_each
from api.jobs.registry import JobContext, TemporaryJobFailure
from warehouse.date_ranges import Granularity, Range, edges
from warehouse.queries.analytics import Analytics
from warehouse.queries.language import Question

COUNT = "plans.count"
REPORTED = timedelta(hours=48)
"""How far back hours are counted again. Events that arrive later are not reported."""
SETTLES = timedelta(hours=1)
"""An hour is reported once this time has passed after its end."""


def queue_counts(engine: Engine, now: datetime) -> int:
    """Queue the jobs of organisations whose usage was not counted for an hour, and return how many."""
    return queue_for_each(engine, COUNT, lambda session: organizations_to_count(session, now), now)


def count_usage(context: JobContext, analytics: Analytics) -> dict[str, Any]:
    """Record which quotas are nearly used up, and report usage.

    Raises:
        TemporaryJobFailure: the payment provider does not respond; what is stored is sent later.
    """
    org_id, now = context.org_id, context.now()
    with context.session() as session:
        limits = limits_of(session, org_id)
        if limits is None:
            return {}
        month = month_of(now)
        used: dict[str, int] = {it: used_of(session, org_id, it, month) for it in COUNTED}
    days = scans_by_day(analytics, org_id, now)
    used["scans"] = days[-1].total if days else 0
    hours = scans_by_hour(analytics, org_id, now)
    with context.session() as session:
        note_usage(session, org_id, limits, used, month.date(), now)
        note_hours(session, org_id, SCANS, hours, now)
    provider = payment_provider(context.settings)
    if provider is None:
        return {}
    try:
        return {"reported": send_reports(context.session, provider, org_id, now)}
    except PaymentUnavailable as error:
        raise TemporaryJobFailure("The payment provider does not answer.") from error


def scans_by_hour(analytics: Analytics, org_id: str, now: datetime) -> dict[datetime, int]:
    """Return scans of completed hours, by the start of each hour."""
    last = (now - SETTLES).astimezone(UTC).replace(minute=0, second=0, microsecond=0)
    span = Range(last - REPORTED, last)
    points = tuple(edges(span, Granularity.HOUR, ZONE))
    answer = analytics.ask(
        Question(
            org_id=org_id,
            current=span,
            zone=ZONE,
            granularity=Granularity.HOUR,
            edges=points,
            metrics=frozenset({"scans"}),
        )
    )
    pairs = zip(points, answer.series, strict=True)
    return {at: it.metrics.scans for at, it in pairs if it.metrics.scans}
