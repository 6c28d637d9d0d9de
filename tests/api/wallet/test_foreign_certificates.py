"""Certificates for purposes other than passes, and an expired intermediate one, are refused with the reason."""

from datetime import UTC, datetime, timedelta

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

from api.rendering.wallet.apple_certificates import BadCertificate, read_certificate

NOW = datetime(2026, 11, 27, tzinfo=UTC)
APPLE = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Apple WWDR")])


def issued(
    subject: x509.Name,
    key: ec.EllipticCurvePrivateKey,
    by: ec.EllipticCurvePrivateKey,
    until: datetime,
) -> x509.Certificate:
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(APPLE)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(NOW - timedelta(days=30))
        .not_valid_after(until)
        .sign(by, SHA256())
    )


@pytest.mark.parametrize(
    ("user_id", "team", "issuer_until", "problem"),
    [
        ("pass.com.harbor.card", "HARBOR1234", NOW - timedelta(days=1), "issuer_expired"),
        ("com.harbor.app", "HARBOR1234", NOW + timedelta(days=99), "not_pass_type"),
        (None, "HARBOR1234", NOW + timedelta(days=99), "not_pass_type"),
        ("pass.com.harbor.card", None, NOW + timedelta(days=99), "not_pass_type"),
    ],
)
def test_certificate_that_cannot_sign_passes_is_refused_with_the_reason(
    user_id: str | None, team: str | None, issuer_until: datetime, problem: str
) -> None:
    authority, key = (ec.generate_private_key(ec.SECP256R1()) for _ in range(2))
    named = {NameOID.USER_ID: user_id, NameOID.ORGANIZATIONAL_UNIT_NAME: team}
    subject = x509.Name([x509.NameAttribute(oid, text) for oid, text in named.items() if text])
    issuer = issued(APPLE, authority, authority, issuer_until)
    own = issued(subject, key, authority, NOW + timedelta(days=99))
    pem = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())

    with pytest.raises(BadCertificate) as caught:
        read_certificate(
            own.public_bytes(Encoding.PEM) + pem, issuer.public_bytes(Encoding.DER), NOW
        )

    assert caught.value.problem == problem
