"""The certificates that sign passes: imported from Apple's files, or created for development."""

import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import load_pem_private_key, pkcs12
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

DEVELOPMENT_PREFIX = "pass.dev.waypost."
DEVELOPMENT_TEAM = "WAYPOSTDEV"
MOST_BYTES = 64 * 1024

Key = rsa.RSAPrivateKey | ec.EllipticCurvePrivateKey
Problem = Literal[
    "too_large",
    "unreadable",
    "wrong_password",
    "no_key",
    "key_differs",
    "not_pass_type",
    "not_yet",
    "expired",
    "wrong_issuer",
    "issuer_expired",
]
PROBLEMS: dict[Problem, str] = {
    "too_large": "The file is larger than 64 kB. A certificate is a few kilobytes.",
    "unreadable": "The file is neither a .p12 nor a PEM certificate.",
    "wrong_password": "The password does not open this file.",
    "no_key": "The file contains no private key. Export the certificate together with its key.",
    "key_differs": "The private key does not belong to the certificate.",
    "not_pass_type": "This is not a Pass Type ID certificate, because its subject has no pass type identifier.",
    "not_yet": "The certificate is not valid yet.",
    "expired": "The certificate has expired. Renew it in your Apple developer account.",
    "wrong_issuer": "The intermediate certificate did not issue this certificate. Pass certificates need Apple's WWDR G4.",
    "issuer_expired": "The intermediate certificate has expired. Download the current WWDR G4 from Apple.",
}


class BadCertificate(ValueError):
    """A certificate that cannot sign passes. The message gives the reason."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        super().__init__(PROBLEMS[problem])


@dataclass(frozen=True, slots=True)
class PassCertificate:
    """The certificate and key that sign the passes of one pass type."""

    certificate: x509.Certificate
    key: Key
    issuer: x509.Certificate
    pass_type: str
    team: str

    @property
    def expires_at(self) -> datetime:
        """When phones begin to refuse its signatures, because it or its issuer has expired."""
        return min(self.certificate.not_valid_after_utc, self.issuer.not_valid_after_utc)

    @property
    def is_development(self) -> bool:
        """Whether it was created by Waypost, in which case no phone trusts it."""
        return self.pass_type.startswith(DEVELOPMENT_PREFIX)


def read_certificate(
    file: bytes, issuer: bytes, now: datetime, *, password: str | None = None
) -> PassCertificate:
    """Return a pass certificate with its key from a `.p12` or PEM file, and its issuer (Apple's WWDR) in PEM or DER.

    Raises:
        BadCertificate: why it cannot sign passes at `now`.
    """
    if max(len(file), len(issuer)) > MOST_BYTES:
        raise BadCertificate("too_large")
    certificate, key = _read(file, password.encode() if password else None)
    above = _issuer(issuer)
    if key is None:
        raise BadCertificate("no_key")
    if certificate.public_key() != key.public_key():
        raise BadCertificate("key_differs")
    pass_type = _subject(certificate, NameOID.USER_ID)
    team = _subject(certificate, NameOID.ORGANIZATIONAL_UNIT_NAME)
    if pass_type is None or not pass_type.startswith("pass.") or team is None:
        raise BadCertificate("not_pass_type")
    if now < certificate.not_valid_before_utc:
        raise BadCertificate("not_yet")
    if now >= certificate.not_valid_after_utc:
        raise BadCertificate("expired")
    try:
        certificate.verify_directly_issued_by(above)
    except (ValueError, TypeError, InvalidSignature):
        raise BadCertificate("wrong_issuer") from None
    if now >= above.not_valid_after_utc:
        raise BadCertificate("issuer_expired")
    return PassCertificate(certificate, key, above, pass_type, team)


def development_certificate(now: datetime, owner: str) -> PassCertificate:
    """Return a pass certificate for development, with the owner's own pass type. No phone trusts it."""
    pass_type = DEVELOPMENT_PREFIX + re.sub(r"[^A-Za-z0-9]+", "-", owner)
    return certificate_chain(pass_type, DEVELOPMENT_TEAM, now)[0]


def certificate_chain(
    pass_type: str, team: str, now: datetime
) -> tuple[PassCertificate, x509.Certificate]:
    """Return a pass certificate created on this machine, and the root of its chain. It is valid for ten years."""
    root_key, issuer_key, key = (ec.generate_private_key(ec.SECP256R1()) for _ in range(3))
    root_name = _name("Waypost Development Root")
    issuer_name = _name("Waypost Development Pass Certification Authority")
    root = _issued(root_name, root_key, root_name, root_key, now, authority=True)
    issuer = _issued(issuer_name, issuer_key, root_name, root_key, now, authority=True)
    name = x509.Name(
        [
            x509.NameAttribute(NameOID.USER_ID, pass_type),
            x509.NameAttribute(NameOID.COMMON_NAME, f"Pass Type ID: {pass_type}"[:64]),
            x509.NameAttribute(NameOID.ORGANIZATIONAL_UNIT_NAME, team),
        ]
    )
    certificate = _issued(name, key, issuer_name, issuer_key, now, authority=False)
    return PassCertificate(certificate, key, issuer, pass_type, team), root


def _read(file: bytes, password: bytes | None) -> tuple[x509.Certificate, Key | None]:
    if b"-----BEGIN" in file:
        try:
            certificate = x509.load_pem_x509_certificate(file)
        except ValueError:
            raise BadCertificate("unreadable") from None
        if b"PRIVATE KEY-----" not in file:
            return certificate, None
        return certificate, _key(_pem_key(file, password))
    try:
        key, found, _ = pkcs12.load_key_and_certificates(file, password)
    except ValueError as error:
        wrong = "password" in str(error).lower()
        raise BadCertificate("wrong_password" if wrong else "unreadable") from None
    if found is None:
        raise BadCertificate("unreadable")
    return found, _key(key)


def _pem_key(file: bytes, password: bytes | None) -> object:
    try:
        return load_pem_private_key(file, password)
    except TypeError:
        raise BadCertificate("wrong_password") from None
    except ValueError as error:
        wrong = password is not None and "password" in str(error).lower()
        raise BadCertificate("wrong_password" if wrong else "unreadable") from None


def _key(key: object) -> Key | None:
    if key is None:
        return None
    if not isinstance(key, rsa.RSAPrivateKey | ec.EllipticCurvePrivateKey):
        raise BadCertificate("unreadable")
    return key


def _issuer(file: bytes) -> x509.Certificate:
    try:
        if b"-----BEGIN" in file:
            return x509.load_pem_x509_certificate(file)
        return x509.load_der_x509_certificate(file)
    except ValueError:
        raise BadCertificate("wrong_issuer") from None


def _subject(certificate: x509.Certificate, oid: x509.ObjectIdentifier) -> str | None:
    found = certificate.subject.get_attributes_for_oid(oid)
    return str(found[0].value) if found else None


def _name(common: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, common)])


def _issued(
    name: x509.Name,
    key: ec.EllipticCurvePrivateKey,
    issuer: x509.Name,
    issuer_key: ec.EllipticCurvePrivateKey,
    now: datetime,
    *,
    authority: bool,
) -> x509.Certificate:
    builder = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=3_650))
        .add_extension(x509.BasicConstraints(ca=authority, path_length=None), critical=True)
        .add_extension(
            x509.AuthorityKeyIdentifier.from_issuer_public_key(issuer_key.public_key()),
            critical=False,
        )
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
    )
    if not authority:
        # Apple's push service requires the same certificate.
        usage = x509.ExtendedKeyUsage([ExtendedKeyUsageOID.CLIENT_AUTH])
        builder = builder.add_extension(usage, critical=False)
    return builder.sign(issuer_key, SHA256())
