"""The API route of plan usage."""

from fastapi import APIRouter

from api.auth.member import ViewerDep
from api.db.routing import ApiRouter
from api.db.session import SessionDep
from api.domains.insights.analytics.dependencies import AnalyticsDep
from api.domains.insights.plan_usage.schemas import GetPlanUsage, PlanUsage
from api.domains.insights.plan_usage.service import PlanUsageService
from api.kit.clock import NowDep

router: APIRouter = ApiRouter(tags=["payment"])


@router.post("/v1/get-plan-usage")
def get_plan_usage(
    body: GetPlanUsage,
    me: ViewerDep,
    session: SessionDep,
    analytics: AnalyticsDep,
    now: NowDep,
) -> PlanUsage:
    """Get the organisation's usage of its plan this month, with scans and messages per day."""
    return PlanUsageService(session, analytics, now).read(me.org_id, with_days=body.with_days)
