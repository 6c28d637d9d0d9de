"""The certificates of an organisation's passes: kept encrypted, made for development where there is none."""

from datetime import datetime, timedelta

from cryptography import x509
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)

from api.domains.people.customers.sealing import Sealer
from api.domains.wallet.passes.models import PassCertificateRow
from api.domains.wallet.passes.repository import CertificateRepository
from api.rendering.wallet.apple_certificates import (
    Key,
    PassCertificate,
    development_certificate,
)

RENEW_BEFORE = timedelta(days=30)


class CertificateService:
    """Certificates of one organisation."""

    def __init__(self, repository: CertificateRepository, sealer: Sealer, now: datetime) -> None:
        self._rows = repository
        self._sealer = sealer
        self._now = now

    def for_new_passes(self, org_id: str) -> PassCertificateRow:
        """What new passes are signed with; the first pass makes a certificate for development."""
        row = self._rows.newest(org_id)
        if row is not None:
            return row
        self._rows.lock(org_id)
        row = self._rows.newest(org_id)
        if row is not None:
            return row
        own, _root = development_certificate(self._now, org_id)
        key = own.key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        row = PassCertificateRow(
            pass_type=own.pass_type,
            org_id=org_id,
            team=own.team,
            certificate=own.certificate.public_bytes(Encoding.PEM).decode(),
            key_sealed=self._sealer.wrap(key.decode()),
            issuer=own.issuer.public_bytes(Encoding.PEM).decode(),
            is_development=True,
            expires_at=own.expires_at,
            created_at=self._now,
        )
        self._rows.add(row)
        return row

    def of_type(self, org_id: str, pass_type: str) -> PassCertificateRow:
        """The certificate of a pass type that has passes."""
        row = self._rows.find(org_id, pass_type)
        assert row is not None, "the foreign key of passes"
        return row

    def signing(self, row: PassCertificateRow) -> PassCertificate:
        """The certificate with its key, to sign with."""
        key = load_pem_private_key(self._sealer.unwrap(row.key_sealed).encode(), None)
        assert isinstance(key, Key)
        return PassCertificate(
            x509.load_pem_x509_certificate(row.certificate.encode()),
            key,
            x509.load_pem_x509_certificate(row.issuer.encode()),
            row.pass_type,
            row.team,
        )
