"""Passes for Apple Wallet built and signed per second, beside passkit-generator (npm) in the same run.

Both create a package with the same `pass.json`, pictures and RSA certificate; only the serial number and one value
differ between passes. It is measured with icons alone; with logo and strip in three sizes, read once by both; and with
all of them read from disk again for each pass, as for the first pass.
"""

import json
import random
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID
from PIL import Image

from api.rendering.wallet.apple_certificates import PassCertificate
from api.rendering.wallet.apple_json import Identity, pass_json
from api.rendering.wallet.apple_package import package
from api.rendering.wallet.content import Placed, Slot, Style, WalletPass
from api.rendering.wallet.icons import icons
from api.rendering.wallet.pictures import frame_of, in_sizes
from benchmarks.report import Aim, Figure, show

ROUNDS = 3
SECONDS = 1.0
"""CPU seconds per measurement, which other programs on the machine do not affect."""
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
import { readFileSync, readdirSync } from "node:fs";
import { PKPass } from "passkit-generator";
const { document, folder, isCached, certificates, seconds } = JSON.parse(readFileSync(0, "utf8"));
const read = () => readdirSync(folder).map((name) => [name, readFileSync(`${folder}/${name}`)]);
const once = read();
const build = (number) => {
  const own = { ...document, serialNumber: `A-${number}` };
  own.coupon.headerFields[0].value = number;
  const buffers = { ...Object.fromEntries(isCached ? once : read()), "pass.json": Buffer.from(JSON.stringify(own)) };
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


def _document(number: int) -> bytes:
    drawn = {**COUPON, "fields": [dict(it) for it in COUPON["fields"]]}  # type: ignore[call-overload]
    drawn["fields"][1]["value"] = number  # type: ignore[index]
    content = WalletPass.model_validate(drawn)
    identity = Identity(TYPE, TEAM, f"A-{number}", "t" * 64, "https://waypost.test/dev")
    return pass_json(content, identity)


def _icons() -> dict[str, bytes]:
    return icons(str(COUPON["organization"]), str(COUPON["background"]))


def _pictures() -> dict[str, bytes]:
    """Return the icons, and a logo and a strip with the grain of a photo."""
    grain = random.Random(1).randbytes(400 * 150 * 3)
    photo = Image.frombytes("RGB", (400, 150), grain).resize((1_200, 450))
    files = dict(_icons())
    for slot in ("logo", "strip"):
        sizes: tuple[Slot, Style] = (slot, "coupon")  # type: ignore[assignment]
        for scale, png in in_sizes(photo, Placed(media_id="photo"), frame_of(*sizes)).items():
            files[f"{slot}.png" if scale == 1 else f"{slot}@{scale}x.png"] = png
    return files


Read = Callable[[], Mapping[str, bytes]]


def _ours(certificate: PassCertificate, read: Read) -> float:
    package({**read(), "pass.json": _document(0)}, certificate)
    count, begin = 0, time.process_time()
    while (elapsed := time.process_time() - begin) < SECONDS:
        count += 1
        package({**read(), "pass.json": _document(count)}, certificate)
    return count / elapsed


def _theirs(certificate: PassCertificate, folder: Path, *, is_cached: bool) -> float:
    key = certificate.key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    asked = {
        "document": json.loads(_document(0)),
        "folder": str(folder),
        "isCached": is_cached,
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


def _measured(
    certificate: PassCertificate, name: str, files: Mapping[str, bytes], *, is_cached: bool
) -> Figure:
    """Measure in rounds, so that a noisy minute affects both alike."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        for file, content in files.items():
            (folder / file).write_bytes(content)

        def from_disk() -> Mapping[str, bytes]:
            return {it.name: it.read_bytes() for it in folder.iterdir()}

        rounds = [
            (
                _ours(certificate, (lambda: files) if is_cached else from_disk),
                _theirs(certificate, folder, is_cached=is_cached),
            )
            for _ in range(ROUNDS)
        ]
    ours, theirs = (statistics.median(rates) for rates in zip(*rounds, strict=True))
    return Figure(name, ours, "passes/CPU s", theirs, "passkit-generator", Aim.ratio_at_least(10))


def main() -> list[Figure]:
    """Measure in the three ways."""
    certificate, built = _certificate(), "passes for Apple Wallet, built and signed"
    pictures = _pictures()
    return [
        _measured(certificate, built, _icons(), is_cached=True),
        _measured(certificate, f"{built}, with logo and strip", pictures, is_cached=True),
        _measured(certificate, f"{built}, pictures read each time", pictures, is_cached=False),
    ]


if __name__ == "__main__":
    show(main())
