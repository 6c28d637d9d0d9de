"""API routes of analytics."""

from api.auth.member import ViewerDep
from api.db.routing import ApiRouter
from api.db.session import SessionDep, released
from api.domains.insights.analytics.dependencies import AnalyticsServiceDep, BehindDep
from api.domains.insights.analytics.schemas import (
    AnalyticsAnswer,
    AskCross,
    AskFreshness,
    AskProperties,
    CodeProperties,
    CrossTable,
    Freshness,
    GetAnalytics,
)
from api.kit.process_state import DiskSpaceDep

router = ApiRouter(tags=["analytics"])


@router.post("/v1/get-analytics")
def get_analytics(
    body: GetAnalytics, member: ViewerDep, analytics: AnalyticsServiceDep
) -> AnalyticsAnswer:
    """Get totals with a comparison period, a series, and breakdowns."""
    return analytics.ask(member, body, metrics=body.metrics)


@router.post("/v1/get-cross-table")
def get_cross_table(
    body: AskCross, member: ViewerDep, analytics: AnalyticsServiceDep
) -> CrossTable:
    """Get a cross table of two dimensions. It is refused if the table would have too many cells."""
    return analytics.cross(member, body)


@router.post("/v1/list-code-properties")
def list_code_properties(
    member: ViewerDep, analytics: AnalyticsServiceDep, _body: AskProperties | None = None
) -> CodeProperties:
    """List properties of codes, such as store or table. Each is a dimension to group and filter by."""
    return analytics.properties(member.org_id)


@router.post("/v1/analytics-freshness")
def get_analytics_freshness(
    member: ViewerDep,
    analytics: AnalyticsServiceDep,
    behind: BehindDep,
    session: SessionDep,
    space: DiskSpaceDep,
    _body: AskFreshness | None = None,
) -> Freshness:
    """Get a version that changes whenever a response could. Poll it instead of repeating requests."""
    with released(session):
        return analytics.freshness(member.org_id, behind(), is_read_only=space.is_low())
