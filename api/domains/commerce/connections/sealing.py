"""Encryption at rest of vendors' credentials and webhooks, with a key of the installation that can be rotated."""

import orjson

from api.integrations.ports.connector import Credentials
from api.kit.sealing import SecretBox
from runtime.settings import Settings

PURPOSE = b"credentials of vendors"


class CredentialBox:
    """Encrypts and decrypts credentials."""

    def __init__(self, settings: Settings) -> None:
        self._box = SecretBox(settings.sealing_keys, PURPOSE)

    def seal(self, credentials: Credentials) -> str:
        """Return the encrypted credentials."""
        return self._box.seal(orjson.dumps(credentials))

    def unseal(self, sealed: str) -> Credentials:
        """Return the decrypted credentials."""
        credentials: Credentials = orjson.loads(self._box.unseal(sealed))
        return credentials


INCOMING = b"webhooks of vendors"


class IncomingBox:
    """Encrypts and decrypts webhooks in their original form."""

    def __init__(self, settings: Settings) -> None:
        self._box = SecretBox(settings.sealing_keys, INCOMING)

    def seal(self, body: bytes) -> str:
        """Return the encrypted body."""
        return self._box.seal(body)

    def unseal(self, sealed: str) -> bytes:
        """Return the decrypted body."""
        return self._box.unseal(sealed)
