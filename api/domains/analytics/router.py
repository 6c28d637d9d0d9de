"""Analytics calls."""

from api.auth.member import ViewerDep
from api.db.routing import ApiRouter
from api.domains.analytics.dependencies import AnalyticsServiceDep, BehindDep, reading_the_lake
from api.domains.analytics.schemas import (
    AnalyticsAnswer,
    AskAnalytics,
    AskFreshness,
    Freshness,
)

router = ApiRouter(tags=["analytics"], lifespan=reading_the_lake)


@router.post("/v1/get-analytics")
def get_analytics(
    body: AskAnalytics, member: ViewerDep, analytics: AnalyticsServiceDep
) -> AnalyticsAnswer:
    """Totals against the period before, a series, and breakdowns."""
    return analytics.ask(member, body)


@router.post("/v1/analytics-freshness")
def get_analytics_freshness(
    _member: ViewerDep,
    analytics: AnalyticsServiceDep,
    behind: BehindDep,
    _body: AskFreshness | None = None,
) -> Freshness:
    """A light mark that changes whenever an answer could; ask it before asking everything again."""
    return analytics.freshness(behind)
