"""The calls with which an organisation publishes terms and sees who accepted them."""

from itertools import groupby

from api.auth.member import AdminDep, EditorDep, ViewerDep
from api.db.routing import ApiRouter
from api.domains.content.terms.dependencies import TermsServiceDep
from api.domains.content.terms.models import Terms, TermsVersion
from api.domains.content.terms.schemas import (
    AcceptanceRead,
    AllTerms,
    GetTerms,
    ListAcceptances,
    TermsRead,
    TermsVersionRead,
    UpdateTerms,
)
from api.domains.content.terms.service import TermsService
from api.kit.pagination import Page, page_of
from warehouse.visitor_names import visitor_name

router = ApiRouter(tags=["terms"])


def _whole(org_id: str, service: TermsService, found: list[Terms]) -> list[TermsRead]:
    """Terms with their versions, names and numbers."""
    counts = service.terms.count_acceptances(org_id)
    names = service.terms.names_of(org_id, [it.code_id for it in found if it.code_id])
    versions = {
        terms_id: list(rows)
        for terms_id, rows in groupby(
            service.terms.versions(org_id, [it.terms_id for it in found]),
            key=lambda row: row.terms_id,
        )
    }
    return [_one(it, versions[it.terms_id], counts, names) for it in found]


def _one(
    terms: Terms,
    versions: list[TermsVersion],
    counts: dict[tuple[str, int], int],
    names: dict[str, str],
) -> TermsRead:
    current = versions[0]
    read = [
        TermsVersionRead(
            version=row.version,
            title=row.title,
            body=row.body,
            text_hash=row.text_hash,
            published_at=row.published_at,
            published_by=row.published_by,
            acceptances=counts.get((row.terms_id, row.version), 0),
        )
        for row in versions
    ]
    return TermsRead(
        terms_id=terms.terms_id,
        org_id=terms.org_id,
        code_id=terms.code_id,
        code_name=names.get(terms.code_id) if terms.code_id else None,
        title=current.title,
        body=current.body,
        current_version=current.version,
        text_hash=current.text_hash,
        published_at=current.published_at,
        public_url=f"/{terms.code_id or terms.terms_id}/terms",
        acceptances=sum(row.acceptances for row in read),
        versions=read,
    )


@router.post("/v1/update-terms")
def update_terms(body: UpdateTerms, me: EditorDep, terms: TermsServiceDep) -> TermsRead:
    """Publish terms; a changed text is a new version, the same text changes nothing."""
    return _whole(me.org_id, terms, [terms.publish(me.org_id, me.caller_id, body)])[0]


@router.post("/v1/get-terms")
def get_terms(body: GetTerms, me: ViewerDep, terms: TermsServiceDep) -> AllTerms:
    """The organisation's terms with every version and how often it was accepted."""
    items = _whole(me.org_id, terms, terms.find(me.org_id, body))
    return AllTerms(items=items, total=len(items))


@router.post("/v1/get-terms-acceptances")
def list_acceptances(
    body: ListAcceptances, me: AdminDep, terms: TermsServiceDep
) -> Page[AcceptanceRead]:
    """Who accepted these terms, the latest first."""
    rows, total = terms.list_acceptances(me.org_id, body)
    items = [
        AcceptanceRead(
            acceptance_id=row.acceptance_id,
            terms_id=row.terms_id,
            version=row.version,
            text_hash=row.text_hash,
            code_id=row.code_id,
            visitor=row.visitor_id,
            visitor_name=visitor_name(row.visitor_id),
            email=terms.email_of(row),
            address=row.address,
            accepted_at=row.accepted_at,
        )
        for row in rows
    ]
    return page_of(items, total, body.paging)
