"""Keys that sign emails."""

import base64
from typing import NamedTuple

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa

BITS = 2048


class KeyPair(NamedTuple):
    """An RSA key: the PEM, and its public part in the form for DNS."""

    private: str
    public: str


def new_key_pair() -> KeyPair:
    """Return a new key pair."""
    key = rsa.generate_private_key(public_exponent=65537, key_size=BITS)
    private = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.TraditionalOpenSSL,
        serialization.NoEncryption(),
    )
    public = key.public_key().public_bytes(
        serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo
    )
    return KeyPair(private.decode(), base64.b64encode(public).decode())
