"""A signed pass as the file that phones open.

A package is a ZIP archive of `pass.json`, pictures and texts, `manifest.json` with the SHA-1 of each, and `signature`,
a detached PKCS#7 signature of the manifest with its signing time and Apple's intermediate certificate. Source:
developer.apple.com/documentation/walletpasses, "Building a Pass" and "Distributing and updating a pass".
"""

import hashlib
import io
import json
import zipfile
from collections.abc import Mapping

from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, pkcs7

from api.rendering.wallet.apple_certificates import PassCertificate

MEDIA_TYPE = "application/vnd.apple.pkpass"
BUNDLE_MEDIA_TYPE = "application/vnd.apple.pkpasses"
MOST_IN_BUNDLE = 10
"""Maximum number of passes that older phones can add at once."""
MOST_BYTES_IN_BUNDLE = 150_000_000
_SINCE_1980 = (1980, 1, 1, 0, 0, 0)


def package(files: Mapping[str, bytes], certificate: PassCertificate) -> bytes:
    """Return the `.pkpass` of these files, with names as in the archive (`pass.json`, `icon.png`,
    `de.lproj/pass.strings`).

    Raises:
        ValueError: `pass.json` or `icon.png` is missing; phones open no pass without them.
    """
    for needed in ("pass.json", "icon.png"):
        if needed not in files:
            raise ValueError(f"a pass needs {needed}")
    manifest = manifest_of(files)
    return _archive({**files, "manifest.json": manifest, "signature": sign(manifest, certificate)})


def manifest_of(files: Mapping[str, bytes]) -> bytes:
    """Return `manifest.json`: the SHA-1 of each file, in hexadecimal digits."""
    # The format requires SHA-1. The manifest itself is signed with SHA-256.
    digests = {
        name: hashlib.sha1(content, usedforsecurity=False).hexdigest()
        for name, content in files.items()
    }
    return json.dumps(digests, sort_keys=True).encode()


def sign(manifest: bytes, certificate: PassCertificate) -> bytes:
    """Return the detached signature of a manifest (PKCS#7, DER), with the signing time."""
    return (
        pkcs7.PKCS7SignatureBuilder()
        .set_data(manifest)
        .add_signer(certificate.certificate, certificate.key, SHA256())
        .add_certificate(certificate.issuer)
        .sign(
            Encoding.DER,
            [
                pkcs7.PKCS7Options.DetachedSignature,
                pkcs7.PKCS7Options.Binary,
                pkcs7.PKCS7Options.NoCapabilities,
            ],
        )
    )


def bundle(packages: Mapping[str, bytes]) -> bytes:
    """Return several passes in one `.pkpasses`, by their serial numbers.

    Source: developer.apple.com/documentation/walletpasses/distributing-and-updating-a-pass (ten passes, 150 MB).

    Raises:
        ValueError: there are none, more than ten, or more than 150 MB.
    """
    if not 1 <= len(packages) <= MOST_IN_BUNDLE:
        raise ValueError(f"a bundle has 1 to {MOST_IN_BUNDLE} passes")
    if sum(map(len, packages.values())) > MOST_BYTES_IN_BUNDLE:
        raise ValueError("a bundle has at most 150 MB")
    return _archive({f"{serial}.pkpass": content for serial, content in packages.items()})


def _archive(files: Mapping[str, bytes]) -> bytes:
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as archive:
        for name, content in files.items():
            # Pictures and packages are already compressed.
            how = zipfile.ZIP_STORED if name.endswith((".png", ".pkpass")) else zipfile.ZIP_DEFLATED
            archive.writestr(zipfile.ZipInfo(name, _SINCE_1980), content, how)
    return written.getvalue()
