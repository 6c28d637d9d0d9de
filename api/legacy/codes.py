"""The v0 path that reads a code."""

from api.auth.member import ViewerDep
from api.db.routing import ApiRouter
from api.domains.codes.codes import views
from api.domains.codes.codes.dependencies import CodeServiceDep, LinksDep
from api.domains.codes.codes.schemas import CodeRead, CodeRef

router = ApiRouter(tags=["codes"])


@router.post("/v0/fetch-code")
def fetch_code(body: CodeRef, me: ViewerDep, codes: CodeServiceDep, links: LinksDep) -> CodeRead:
    """Get a code with all its fields."""
    return views.whole(codes.get(me.org_id, body.code_id), links)
