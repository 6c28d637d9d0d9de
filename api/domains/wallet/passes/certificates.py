"""The certificates of an organisation's passes, stored encrypted. If there is none, one is generated for
development.
"""

import base64
from datetime import datetime, timedelta

from cryptography import x509
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)

from api.auth.member import Member
from api.domains.people.customers.sealing import Sealer
from api.domains.wallet.passes.errors import PassTypeTaken, not_base64, unusable_certificate
from api.domains.wallet.passes.models import PassCertificateRow
from api.domains.wallet.passes.repository import CertificateRepository
from api.domains.wallet.passes.schemas import CertificateRead, SaveCertificate
from api.rendering.wallet.apple_certificates import (
    BadCertificate,
    Key,
    PassCertificate,
    development_certificate,
    read_certificate,
)

EXPIRES_SOON = timedelta(days=60)


class CertificateService:
    """Certificates of one organisation."""

    def __init__(self, repository: CertificateRepository, sealer: Sealer, now: datetime) -> None:
        self._rows = repository
        self._sealer = sealer
        self._now = now

    def for_new_passes(self, org_id: str) -> PassCertificateRow:
        """Return the certificate that signs new passes. The first pass generates a certificate for development."""
        row = self._rows.newest(org_id)
        if row is not None:
            return row
        self._rows.lock(org_id)
        row = self._rows.newest(org_id)
        if row is not None:
            return row
        own = development_certificate(self._now, org_id)
        row = self._row(org_id, own)
        assert self._rows.add(row), "the pass type names the organisation"
        return row

    def save(self, me: Member, body: SaveCertificate) -> CertificateRead:
        """Store a certificate. It renews an existing one of the same pass type, and passes of that type stay as they
        are.

        Raises:
            Invalid: it cannot sign passes. The error explains why.
            PassTypeTaken: another organisation has its pass type.
        """
        try:
            own = read_certificate(
                _bytes(body.certificate, "certificate"),
                _bytes(body.issuer, "issuer"),
                self._now,
                password=body.password,
            )
        except BadCertificate as problem:
            raise unusable_certificate(problem) from None
        if own.is_development:
            raise unusable_certificate(BadCertificate("not_pass_type"))
        self._rows.lock(me.org_id)
        row, fresh = self._rows.find(me.org_id, own.pass_type), self._row(me.org_id, own)
        if row is None:
            row = fresh
            if not self._rows.add(row):
                raise PassTypeTaken
        else:
            for name in ("team", "certificate", "key_sealed", "issuer", "expires_at", "created_at"):
                setattr(row, name, getattr(fresh, name))
            self._rows.session.flush()
        return self._read(row, self._rows.newest(me.org_id))

    def list_all(self, org_id: str) -> list[CertificateRead]:
        """Return all certificates of an organisation, beginning with the one that signs new passes."""
        rows = self._rows.list_all(org_id)
        return [self._read(row, rows[0]) for row in rows]

    def of_type(self, org_id: str, pass_type: str) -> PassCertificateRow:
        """Return the certificate of a pass type that has passes."""
        row = self._rows.find(org_id, pass_type)
        assert row is not None, "the foreign key of passes"
        return row

    def signing(self, row: PassCertificateRow) -> PassCertificate:
        """Return the certificate with its key, for signing."""
        key = load_pem_private_key(self._sealer.unwrap(row.key_sealed).encode(), None)
        assert isinstance(key, Key)
        return PassCertificate(
            x509.load_pem_x509_certificate(row.certificate.encode()),
            key,
            x509.load_pem_x509_certificate(row.issuer.encode()),
            row.pass_type,
            row.team,
        )

    def _row(self, org_id: str, own: PassCertificate) -> PassCertificateRow:
        key = own.key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        return PassCertificateRow(
            pass_type=own.pass_type,
            org_id=org_id,
            team=own.team,
            certificate=own.certificate.public_bytes(Encoding.PEM).decode(),
            key_sealed=self._sealer.wrap(key.decode()),
            issuer=own.issuer.public_bytes(Encoding.PEM).decode(),
            is_development=own.is_development,
            expires_at=own.expires_at,
            created_at=self._now,
        )

    def _read(self, row: PassCertificateRow, newest: PassCertificateRow | None) -> CertificateRead:
        return CertificateRead(
            passTypeIdentifier=row.pass_type,
            teamIdentifier=row.team,
            is_development=row.is_development,
            expires_at=row.expires_at,
            expires_soon=row.expires_at < self._now + EXPIRES_SOON,
            signs_new_passes=row is newest,
        )


def _bytes(text: str, field: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except ValueError:
        raise not_base64(field) from None
