"""The call for the proof of consents."""

from typing import Annotated

from fastapi import Depends

from api.auth.member import EditorDep
from api.db.routing import ApiRouter
from api.db.session import SessionDep
from api.domains.data_rights.consent_proofs.schemas import GetConsentProof, ProofFile
from api.domains.data_rights.consent_proofs.service import ConsentProofs
from api.domains.people.consents.dependencies import ConsentViewsDep
from api.domains.people.customers.dependencies import CustomerServiceDep
from api.kit.clock import NowDep

router = ApiRouter(tags=["consents"])


def _proofs(
    session: SessionDep, customers: CustomerServiceDep, views: ConsentViewsDep, now: NowDep
) -> ConsentProofs:
    return ConsentProofs(session, customers, views, now)


ConsentProofsDep = Annotated[ConsentProofs, Depends(_proofs)]


@router.post("/v1/get-consent-proof")
def get_consent_proof(body: GetConsentProof, me: EditorDep, proofs: ConsentProofsDep) -> ProofFile:
    """Get everything recorded about a customer's consents, as JSON or PDF."""
    return proofs.make(me, body)
