"""The v0 paths for analytics."""

from collections.abc import Iterable
from typing import Any

from api.auth.member import ViewerDep
from api.db.routing import ApiRouter
from api.domains.insights.analytics.dependencies import AnalyticsServiceDep
from api.domains.insights.analytics.schemas import (
    AnalyticsAnswer,
    Answered,
    AskByCode,
    ScanAnalytics,
    ScanPoint,
    VisitorAnalytics,
    VisitorPoint,
)

router = ApiRouter(tags=["analytics"])


def _common_fields(answer: Answered, metrics: Iterable[str]) -> dict[str, Any]:
    """Return the common fields of a response, with definitions of these metrics only."""
    fields = {name: getattr(answer, name) for name in Answered.model_fields}
    return fields | {"definitions": {name: answer.definitions[name] for name in metrics}}


@router.post("/v0/analytics")
def get_all_analytics(
    body: AskByCode, member: ViewerDep, analytics: AnalyticsServiceDep
) -> AnalyticsAnswer:
    """Get all events of the organisation or of one code."""
    return analytics.ask_of_code(member, body.code_id, body.interval)


@router.post("/v0/scan_analytics")
def get_scan_analytics(
    body: AskByCode, member: ViewerDep, analytics: AnalyticsServiceDep
) -> ScanAnalytics:
    """Get only scans."""
    return _scans(analytics.ask_of_code(member, body.code_id, body.interval))


def _scans(answer: AnalyticsAnswer) -> ScanAnalytics:
    return ScanAnalytics(
        **_common_fields(answer, ("scans", "people")),
        scans=answer.totals.scans,
        people=answer.totals.people,
        series=[ScanPoint(at=point.at, scans=point.scans) for point in answer.series],
    )


@router.post("/v0/cookied-scan-analytics")
def get_visitor_analytics(
    body: AskByCode, member: ViewerDep, analytics: AnalyticsServiceDep
) -> VisitorAnalytics:
    """Get scans, split into new and returning visitors."""
    return _visitors(analytics.ask_of_code(member, body.code_id, body.interval))


def _visitors(answer: AnalyticsAnswer) -> VisitorAnalytics:
    return VisitorAnalytics(
        **_common_fields(answer, ("scans", "people", "new", "returning")),
        scans=answer.totals.scans,
        people=answer.totals.people,
        new=answer.totals.new,
        returning=answer.totals.returning,
        series=[
            VisitorPoint(at=p.at, scans=p.scans, new=p.new, returning=p.returning)
            for p in answer.series
        ],
    )
