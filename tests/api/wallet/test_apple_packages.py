"""Packages for Apple Wallet, verified with openssl and passkit-generator."""

import base64
import hashlib
import io
import json
import shutil
import subprocess
import zipfile
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    NoEncryption,
    PrivateFormat,
    pkcs12,
)
from hypothesis import HealthCheck, given, settings

from api.rendering.wallet.apple_certificates import (
    DEVELOPMENT_TEAM,
    BadCertificate,
    PassCertificate,
    certificate_chain,
    read_certificate,
)
from api.rendering.wallet.apple_json import STYLES, Identity, pass_json, pass_strings
from api.rendering.wallet.apple_package import bundle, package
from api.rendering.wallet.content import WalletPass
from api.rendering.wallet.pictures import shown_by_apple
from tests.api.wallet.passes import coupon, flight, passes, poster

ROOT = Path(__file__).parents[3]
READER = ROOT / "tests" / "support" / "read_passes.mjs"
ICON = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII="
)
TYPE = "pass.dev.waypost.org-Ab1"
IDENTITY = Identity(TYPE, DEVELOPMENT_TEAM, "A-1", "t" * 32, "https://waypost.test/wallet")

Chain = tuple[PassCertificate, x509.Certificate]


@pytest.fixture(scope="module")
def chain() -> Chain:
    return certificate_chain(TYPE, DEVELOPMENT_TEAM, datetime.now(UTC))


def files_of(content: WalletPass) -> dict[str, bytes]:
    pictures = {f"{slot}@2x.png": ICON for slot in shown_by_apple(content)}
    texts = {f"{lang}.lproj/pass.strings": text for lang, text in pass_strings(content).items()}
    return {"pass.json": pass_json(content, IDENTITY), "icon.png": ICON, **pictures, **texts}


def opened(content: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def openssl_says(files: dict[str, bytes], root: x509.Certificate, folder: Path) -> tuple[bool, str]:
    for name in ("manifest.json", "signature"):
        (folder / name).write_bytes(files[name])
    (folder / "root.pem").write_bytes(root.public_bytes(Encoding.PEM))
    asked = subprocess.run(
        ["openssl", "smime", "-verify", "-binary", "-inform", "DER", "-in", "signature",
         "-content", "manifest.json", "-CAfile", "root.pem", "-purpose", "any", "-out", "out"],
        cwd=folder, capture_output=True, text=True, check=False,
    )  # fmt: skip
    return asked.returncode == 0, asked.stderr


def test_openssl_verifies_the_signature_and_a_changed_byte_invalidates_it(
    chain: Chain, tmp_path: Path
) -> None:
    if not shutil.which("openssl"):
        pytest.skip("needs openssl")
    certificate, root = chain
    files = opened(package(files_of(coupon()), certificate))
    assert openssl_says(files, root, tmp_path) == (True, "Verification successful\n")
    shown = subprocess.run(
        ["openssl", "cms", "-cmsout", "-print", "-inform", "DER", "-in", "signature"],
        cwd=tmp_path, capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    assert "signingTime" in shown
    assert "Waypost Development Pass Certification Authority" in shown
    files["manifest.json"] = files["manifest.json"].replace(b"icon.png", b"icon.pnG")
    assert openssl_says(files, root, tmp_path)[0] is False
    other = certificate_chain(TYPE, DEVELOPMENT_TEAM, datetime.now(UTC))[1]
    whole = opened(package(files_of(coupon()), certificate))
    assert openssl_says(whole, other, tmp_path)[0] is False


def test_manifest_contains_the_sha1_of_every_file(chain: Chain) -> None:
    files = opened(package(files_of(coupon()), chain[0]))
    manifest = json.loads(files.pop("manifest.json"))
    files.pop("signature")
    assert set(files) == {"pass.json", "icon.png", "de.lproj/pass.strings"}
    assert manifest == {name: hashlib.sha1(content).hexdigest() for name, content in files.items()}


def test_pass_without_an_icon_is_refused(chain: Chain) -> None:
    with pytest.raises(ValueError, match=r"icon\.png"):
        package({"pass.json": b"{}"}, chain[0])


def test_bundle_contains_1_to_10_passes(chain: Chain) -> None:
    one = package(files_of(coupon()), chain[0])
    assert set(opened(bundle({"A-1": one, "A-2": one}))) == {"A-1.pkpass", "A-2.pkpass"}
    for count in (0, 11):
        with pytest.raises(ValueError, match="1 to 10"):
            bundle({str(number): one for number in range(count)})


def test_translations_are_keyed_by_the_original_text_of_the_pass() -> None:
    content = coupon(title_translations={"de": 'Der "Hafen"'})
    assert pass_strings(content)["de"].decode().splitlines() == [
        '"Harbor Coffee" = "Der \\"Hafen\\"";',
        '"Valid until" = "Gültig bis";',
        '"Now valid until %@" = "Gilt bis %@";',
    ]


@pytest.mark.parametrize(
    ("message", "encoding"),
    [("WP-1", "iso-8859-1"), ("Käse", "iso-8859-1"), ("コーヒー", "utf-8")],
)
def test_barcode_states_the_encoding_of_its_message(message: str, encoding: str) -> None:
    document = json.loads(pass_json(coupon(barcode={"message": message}), IDENTITY))
    assert document["barcodes"][0]["messageEncoding"] == encoding


def test_percentages_are_fractions_and_times_are_utc() -> None:
    fields = [
        {"key": "off", "zone": "primary", "format": "percent", "value": 25},
        {"key": "end", "zone": "back", "format": "date_time", "value": "2026-11-01T12:00:00+05:45"},
    ]
    structure = json.loads(pass_json(coupon(fields=fields), IDENTITY))["coupon"]
    assert structure["primaryFields"][0]["value"] == 0.25
    assert structure["backFields"][0]["value"] == "2026-11-01T06:15:00Z"


def test_passkit_generator_reads_200_passes_of_all_styles_without_complaints() -> None:
    made: list[WalletPass] = []

    @settings(max_examples=200, database=None, deadline=None, derandomize=True,
              suppress_health_check=list(HealthCheck))  # fmt: skip
    @given(passes())
    def collect(content: WalletPass) -> None:
        made.append(content)

    collect()
    made += [poster(), flight()]
    broken = json.loads(pass_json(coupon(), IDENTITY))
    broken["barcodes"][0]["format"] = "QR"
    lines = [
        {name: base64.b64encode(it).decode() for name, it in files_of(content).items()}
        for content in made
    ]
    lines.append({"pass.json": base64.b64encode(json.dumps(broken).encode()).decode()})
    asked = subprocess.run(
        ["node", str(READER)], cwd=ROOT, check=True, capture_output=True, text=True,
        input="".join(json.dumps(line) + "\n" for line in lines),
    )  # fmt: skip
    answers = [json.loads(line) for line in asked.stdout.splitlines()]
    refused = answers.pop()
    assert refused["warnings"], "a wrong barcode is not noticed"
    assert {content.style for content in made} == set(STYLES)
    assert any(content.pictures for content in made)
    assert len(answers) == len(made) >= 200
    for content, answer in zip(made, answers, strict=True):
        assert answer["warnings"] == [], content
        assert answer["style"] == STYLES[content.style]


def _p12(certificate: PassCertificate, password: bytes | None) -> bytes:
    how = BestAvailableEncryption(password) if password else NoEncryption()
    return pkcs12.serialize_key_and_certificates(
        b"pass", certificate.key, certificate.certificate, None, how
    )


def _pem(certificate: PassCertificate) -> bytes:
    key = certificate.key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    return certificate.certificate.public_bytes(Encoding.PEM) + key


def test_certificate_is_read_from_p12_and_pem(chain: Chain) -> None:
    own, now = chain[0], datetime.now(UTC)
    issuer = own.issuer.public_bytes(Encoding.DER)
    for file, password in (
        (_p12(own, b"secret"), "secret"),
        (_p12(own, None), None),
        (_pem(own), None),
    ):
        read = read_certificate(file, issuer, now, password=password)
        assert (read.pass_type, read.team) == (TYPE, DEVELOPMENT_TEAM)
        assert read.expires_at == own.certificate.not_valid_after_utc


def test_each_broken_certificate_error_states_the_problem(chain: Chain) -> None:
    own, root = chain
    now = datetime.now(UTC)
    other, _ = certificate_chain(TYPE, DEVELOPMENT_TEAM, now)
    issuer = own.issuer.public_bytes(Encoding.PEM)
    key_of_other = other.key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    mixed = own.certificate.public_bytes(Encoding.PEM) + key_of_other
    authority = root.public_bytes(Encoding.PEM)
    cases = [
        ("too_large", b"x" * 70_000, issuer, now, None),
        ("unreadable", b"hello", issuer, now, None),
        (
            "unreadable",
            b"-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----",
            issuer,
            now,
            None,
        ),
        ("wrong_password", _p12(own, b"secret"), issuer, now, "wrong"),
        ("wrong_password", _p12(own, b"secret"), issuer, now, None),
        ("no_key", own.certificate.public_bytes(Encoding.PEM), issuer, now, None),
        ("key_differs", mixed, issuer, now, None),
        ("no_key", authority, issuer, now, None),
        ("not_yet", _pem(own), issuer, now - timedelta(days=9), None),
        ("expired", _pem(own), issuer, now + timedelta(days=4_000), None),
        ("wrong_issuer", _pem(own), other.issuer.public_bytes(Encoding.PEM), now, None),
        ("wrong_issuer", _pem(own), b"nothing", now, None),
    ]
    for problem, file, above, moment, password in cases:
        with pytest.raises(BadCertificate) as caught:
            read_certificate(file, above, moment, password=password)
        assert caught.value.problem == problem
        assert "secret" not in str(caught.value)
