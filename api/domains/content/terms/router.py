"""API routes with which an organisation publishes terms and lists acceptances."""

from api.auth.member import AdminDep, EditorDep, ViewerDep
from api.db.routing import ApiRouter
from api.domains.content.terms import views
from api.domains.content.terms.dependencies import TermsServiceDep
from api.domains.content.terms.schemas import (
    AcceptanceRead,
    AllTerms,
    GetTerms,
    ListAcceptances,
    TermsRead,
    UpdateTerms,
)
from api.kit.pagination import Page, page_of

router = ApiRouter(tags=["terms"])


@router.post("/v1/update-terms")
def update_terms(body: UpdateTerms, me: EditorDep, terms: TermsServiceDep) -> TermsRead:
    """Publish terms. A changed text becomes a new version; the same text changes nothing."""
    return views.whole(me.org_id, terms, [terms.publish(me.org_id, me.caller_id, body)])[0]


@router.post("/v1/get-terms")
def get_terms(body: GetTerms, me: ViewerDep, terms: TermsServiceDep) -> AllTerms:
    """List the organisation's terms with all versions and how often each was accepted."""
    items = views.whole(me.org_id, terms, terms.find(me.org_id, body))
    return AllTerms(items=items, total=len(items))


@router.post("/v1/get-terms-acceptances")
def list_acceptances(
    body: ListAcceptances, me: AdminDep, terms: TermsServiceDep
) -> Page[AcceptanceRead]:
    """List who accepted these terms, most recent first."""
    rows, total = terms.list_acceptances(me.org_id, body)
    items = [views.acceptance(row, terms.email_of(row)) for row in rows]
    return page_of(items, total, body.paging)
