"""Passes for Apple Wallet built and signed a second, beside passkit-generator (npm) in the same run.

Both make a package of the same `pass.json`, icons and RSA certificate; only serial number and one value differ from
pass to pass. Pictures are read once by both.
"""

import base64
import json
import statistics
import subprocess
import tempfile
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

from api.rendering.wallet.apple_certificates import PassCertificate
from api.rendering.wallet.apple_json import Identity, pass_json
from api.rendering.wallet.apple_package import package
from api.rendering.wallet.content import WalletPass
from api.rendering.wallet.icons import icons
from benchmarks.report import Aim, Figure, show

ROUNDS = 3
SECONDS = 1.0
"""Of processor time: what else runs on the machine does not count."""
ROOT = Path(__file__).resolve().parents[1]
TYPE, TEAM = "pass.example.benchmark", "HARBOR1234"
COUPON = {
    "style": "coupon",
    "description": "Harbor Coffee coupon",
    "organization": "Harbor Coffee",
    "title": "Harbor Coffee",
    "fields": [
        {"key": "offer", "zone": "primary", "label": "Offer", "value": "Free cappuccino"},
        {"key": "points", "zone": "header", "label": "Points", "format": "number", "value": 0},
        {"key": "terms", "zone": "back", "label": "Terms", "value": "One a day. " * 30},
    ],
    "barcode": {"message": "WP-1234"},
    "background": "#1b3a4b",
    "foreground": "#ffffff",
    "label_color": "#d9e6ee",
}
REFERENCE = """
import { readFileSync } from "node:fs";
import { PKPass } from "passkit-generator";
const { document, files, certificates, seconds } = JSON.parse(readFileSync(0, "utf8"));
const pictures = Object.entries(files).map(([name, text]) => [name, Buffer.from(text, "base64")]);
const build = (number) => {
  const own = { ...document, serialNumber: `A-${number}` };
  own.coupon.headerFields[0].value = number;
  const buffers = { ...Object.fromEntries(pictures), "pass.json": Buffer.from(JSON.stringify(own)) };
  return new PKPass(buffers, certificates).getAsBuffer();
};
build(0);
const spent = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1e6; };
const begin = spent();
let count = 0;
while (spent() - begin < seconds) build(++count);
console.log(count / (spent() - begin));
"""


def _certificate() -> PassCertificate:
    now = datetime.now(UTC)
    issuer_key, key = (rsa.generate_private_key(65537, 2048) for _ in range(2))
    authority = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Benchmark authority")])
    holder = x509.Name(
        [
            x509.NameAttribute(NameOID.USER_ID, TYPE),
            x509.NameAttribute(NameOID.ORGANIZATIONAL_UNIT_NAME, TEAM),
        ]
    )

    def issued(name: x509.Name, of: rsa.RSAPrivateKey) -> x509.Certificate:
        return (
            x509.CertificateBuilder()
            .subject_name(name)
            .issuer_name(authority)
            .public_key(of.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - timedelta(days=1))
            .not_valid_after(now + timedelta(days=9))
            .sign(issuer_key, SHA256())
        )

    return PassCertificate(issued(holder, key), key, issued(authority, issuer_key), TYPE, TEAM)


def _files(number: int) -> dict[str, bytes]:
    drawn = {**COUPON, "fields": [dict(it) for it in COUPON["fields"]]}  # type: ignore[call-overload]
    drawn["fields"][1]["value"] = number  # type: ignore[index]
    content = WalletPass.model_validate(drawn)
    identity = Identity(TYPE, TEAM, f"A-{number}", "t" * 64, "https://waypost.test/dev")
    return {
        "pass.json": pass_json(content, identity),
        **icons(content.organization, content.background),
    }


def _ours(certificate: PassCertificate) -> float:
    package(_files(0), certificate)
    count, begin = 0, time.process_time()
    while (elapsed := time.process_time() - begin) < SECONDS:
        count += 1
        package(_files(count), certificate)
    return count / elapsed


def _theirs(certificate: PassCertificate) -> float:
    files = _files(0)
    key = certificate.key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    asked = {
        "document": json.loads(files.pop("pass.json")),
        "files": {name: base64.b64encode(it).decode() for name, it in files.items()},
        "certificates": {
            "wwdr": certificate.issuer.public_bytes(Encoding.PEM).decode(),
            "signerCert": certificate.certificate.public_bytes(Encoding.PEM).decode(),
            "signerKey": key.decode(),
        },
        "seconds": SECONDS,
    }
    with tempfile.NamedTemporaryFile("w", suffix=".mjs", dir=ROOT) as script:
        script.write(REFERENCE)
        script.flush()
        answer = subprocess.run(
            ["node", script.name],
            input=json.dumps(asked),
            text=True,
            capture_output=True,
            check=True,
        )
    return float(answer.stdout)


def main() -> list[Figure]:
    """Measure in rounds, so that a noisy minute touches both alike."""
    certificate = _certificate()
    rounds = [(_ours(certificate), _theirs(certificate)) for _ in range(ROUNDS)]
    ours, theirs = (statistics.median(rates) for rates in zip(*rounds, strict=True))
    name = "passes for Apple Wallet, built and signed"
    return [Figure(name, ours, "passes/CPU s", theirs, "passkit-generator", Aim.ratio_at_least(10))]


if __name__ == "__main__":
    show(main())
