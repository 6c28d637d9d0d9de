"""Terms and consents in the form in which responses show them."""

from itertools import groupby

from api.domains.content.terms.models import Terms, TermsAcceptance, TermsVersion
from api.domains.content.terms.schemas import (
    AcceptanceRead,
    TermsRead,
    TermsVersionRead,
)
from api.domains.content.terms.service import TermsService
from warehouse.visitor_names import visitor_name


def whole(org_id: str, service: TermsService, found: list[Terms]) -> list[TermsRead]:
    """Return terms with their versions, names and counts."""
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


def acceptance(row: TermsAcceptance, email: str | None) -> AcceptanceRead:
    """Return a consent with the email address that was given with it."""
    return AcceptanceRead(
        acceptance_id=row.acceptance_id,
        terms_id=row.terms_id,
        version=row.version,
        text_hash=row.text_hash,
        code_id=row.code_id,
        visitor=row.visitor_id,
        visitor_name=visitor_name(row.visitor_id),
        email=email,
        address=row.address,
        accepted_at=row.accepted_at,
    )
