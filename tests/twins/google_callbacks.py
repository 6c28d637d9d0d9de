"""Google's side of callbacks: root keys, intermediate keys that they sign, and messages signed by those, under
ECv2SigningOnly.
"""

import base64
import json
import struct
import time
import uuid
from dataclasses import dataclass, field
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

PROTOCOL = "ECv2SigningOnly"
SENDER = "GooglePayPasses"
AN_HOUR = 3_600_000


def new_key() -> ec.EllipticCurvePrivateKey:
    return ec.generate_private_key(ec.SECP256R1())


@dataclass
class Callbacks:
    """Signs as Google does; written from Google's documentation, independent of the product."""

    root: ec.EllipticCurvePrivateKey = field(default_factory=new_key)

    def keys(self) -> dict[str, Any]:
        """Return the keys that Google publishes."""
        return {"keys": [{"keyValue": _public(self.root), "protocolVersion": PROTOCOL}]}

    def call(
        self,
        object_id: str,
        event: str,
        *,
        signer: ec.EllipticCurvePrivateKey | None = None,
        recipient: str | None = None,
        expires_in: int = AN_HOUR,
    ) -> dict[str, Any]:
        """Return the body of a callback: `event` is save or del."""
        now = int(time.time() * 1_000)
        own = new_key()
        key = json.dumps({"keyValue": _public(own), "keyExpiration": str(now + 24 * AN_HOUR)})
        message = json.dumps(
            {
                "classId": f"{object_id}.class",
                "objectId": object_id,
                "eventType": event,
                "expTimeMillis": now + expires_in,
                "count": 1,
                "nonce": str(uuid.uuid4()),
            }
        )
        issuer = recipient or object_id.partition(".")[0]
        return {
            "signature": _signed(own, SENDER, issuer, PROTOCOL, message),
            "intermediateSigningKey": {
                "signedKey": key,
                "signatures": [_signed(signer or self.root, SENDER, PROTOCOL, key)],
            },
            "protocolVersion": PROTOCOL,
            "signedMessage": message,
        }


def _public(key: ec.EllipticCurvePrivateKey) -> str:
    der = key.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    return base64.b64encode(der).decode()


def _signed(key: ec.EllipticCurvePrivateKey, *parts: str) -> str:
    content = b"".join(struct.pack("<I", len(it.encode())) + it.encode() for it in parts)
    return base64.b64encode(key.sign(content, ec.ECDSA(SHA256()))).decode()
