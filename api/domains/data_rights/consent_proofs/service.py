"""Creates the proof of one person's consents."""

import base64
import hashlib
from datetime import datetime

import orjson
from sqlalchemy.orm import Session

from api.auth.member import Member
from api.auth.tenants import organization_of
from api.domains.data_rights.consent_proofs.schemas import (
    ConsentProof,
    GetConsentProof,
    ProofFile,
)
from api.domains.people.consents.views import ConsentViews
from api.domains.people.customers.service import CustomerService
from warehouse.date_ranges import zone_of


class ConsentProofs:
    """Proofs for one organisation's customers, in one session."""

    def __init__(
        self, session: Session, customers: CustomerService, views: ConsentViews, now: datetime
    ) -> None:
        self._session = session
        self._customers = customers
        self._views = views
        self._now = now

    def make(self, me: Member, body: GetConsentProof) -> ProofFile:
        """Return the proof as a file. The PDF contains the digest of the JSON at the same moment.

        Raises:
            CustomerNotFound: there is no such customer.
        """
        proof = self._proof(me, body.customer_id)
        data = orjson.dumps(proof.model_dump(mode="json"), option=orjson.OPT_INDENT_2)
        digest = hashlib.sha256(data).hexdigest()
        file, media_type = data, "application/json"
        if body.format == "pdf":
            from api.domains.data_rights.consent_proofs.pdf import proof_pdf

            file, media_type = proof_pdf(proof, digest, zone_of(me.time_zone)), "application/pdf"
        return ProofFile(
            file_name=f"consents-{proof.customer_id}.{body.format}",
            media_type=media_type,
            data=base64.b64encode(file).decode(),
            sha256=digest,
        )

    def _proof(self, me: Member, customer_id: str) -> ConsentProof:
        consents = self._views.of_customer(me, customer_id)
        customer = self._customers.get(me.org_id, consents.customer_id)
        contacts = self._customers.contacts(customer)
        names = (customer.first_name, customer.last_name)
        return ConsentProof(
            organization=organization_of(self._session, me.org_id).name,
            customer_id=customer.customer_id,
            name=" ".join(it for it in names if it),
            email=contacts.email,
            phone=contacts.phone,
            made_at=self._now,
            standings=consents.standings,
            entries=consents.entries,
        )
