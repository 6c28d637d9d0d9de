"""Certificates that expire soon, for emails to owners."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.orm import Session

from api.domains.wallet.passes.certificates import EXPIRES_SOON
from api.domains.wallet.passes.repository import CertificateRepository


@dataclass(frozen=True, slots=True)
class ExpiringCertificate:
    """An Apple certificate that must be renewed."""

    pass_type: str
    expires_at: datetime


def organizations_with_unreported(session: Session, now: datetime) -> list[str]:
    """Return the organisations with certificates that expire soon and whose owners have not been notified."""
    return CertificateRepository(session).organizations_to_warn(now + EXPIRES_SOON)


def take_unreported(session: Session, org_id: str, now: datetime) -> list[ExpiringCertificate]:
    """Return the certificates of an organisation that expire soon and were not reported yet, and mark them as
    reported.
    """
    found = CertificateRepository(session).to_warn_of(org_id, now + EXPIRES_SOON)
    for row in found:
        row.warned_of = row.expires_at
    session.flush()
    return [ExpiringCertificate(it.pass_type, it.expires_at) for it in found]
