"""The call for destinations that do not respond."""

from typing import Annotated

from fastapi import Depends

from api.auth.member import ViewerDep
from api.db.routing import ApiRouter
from api.db.session import SessionDep
from api.domains.codes.health import views
from api.domains.codes.health.schemas import DestinationFinding, ListCodeHealth
from api.domains.codes.health.service import CodeHealthService
from api.kit.pagination import Page, page_of

router = ApiRouter(tags=["codes"])


def _service(session: SessionDep) -> CodeHealthService:
    return CodeHealthService(session)


@router.post("/v1/get-code-health")
def list_code_health(
    body: ListCodeHealth,
    me: ViewerDep,
    findings: Annotated[CodeHealthService, Depends(_service)],
) -> Page[DestinationFinding]:
    """List codes whose destinations did not work in last night's check. With `code_id`, list every destination of that
    code.
    """
    rows, total = findings.list_findings(me.org_id, body)
    return page_of([views.finding(row) for row in rows], total, body.paging)
