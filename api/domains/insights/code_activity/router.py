"""API routes for the activity of codes."""

from api.auth.member import ViewerDep
from api.db.routing import ApiRouter
from api.domains.codes.codes.dependencies import LinksDep
from api.domains.codes.codes.schemas import CodeRead
from api.domains.insights.code_activity.dependencies import CodeActivityServiceDep
from api.domains.insights.code_activity.schemas import (
    CodeActivityAnswer,
    GetCodeActivity,
    ListCodesByActivity,
)
from api.kit.pagination import Page

router = ApiRouter(tags=["codes"])


@router.post("/v1/get-code-activity")
def get_code_activity(
    body: GetCodeActivity, me: ViewerDep, activity: CodeActivityServiceDep
) -> CodeActivityAnswer:
    """Get scans, people, scans by day and last scan of up to 100 codes, for the last 30 days."""
    return activity.get(me, body)


@router.post("/v1/list-codes-by-activity")
def list_codes_by_activity(
    body: ListCodesByActivity, me: ViewerDep, activity: CodeActivityServiceDep, links: LinksDep
) -> Page[CodeRead]:
    """List codes by scans, people or last scan, sorted across all codes rather than within one page."""
    return activity.list_codes(me, body.seen_by(me), links)
