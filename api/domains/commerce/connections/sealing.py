"""Credentials of vendors at rest: encrypted with a key of the installation that can be rotated."""

import orjson

from api.integrations.ports.connector import Credentials
from api.kit.sealing import SecretBox
from runtime.settings import Settings

PURPOSE = b"credentials of vendors"


class CredentialBox:
    """Seals and opens credentials."""

    def __init__(self, settings: Settings) -> None:
        self._box = SecretBox(settings.sealing_keys, PURPOSE)

    def seal(self, credentials: Credentials) -> str:
        """Encrypted credentials."""
        return self._box.seal(orjson.dumps(credentials))

    def unseal(self, sealed: str) -> Credentials:
        """The credentials."""
        credentials: Credentials = orjson.loads(self._box.unseal(sealed))
        return credentials


INCOMING = b"webhooks of vendors"


class IncomingBox:
    """Seals and opens webhooks as they came."""

    def __init__(self, settings: Settings) -> None:
        self._box = SecretBox(settings.sealing_keys, INCOMING)

    def seal(self, body: bytes) -> str:
        """The encrypted body."""
        return self._box.seal(body)

    def unseal(self, sealed: str) -> bytes:
        """The body."""
        return self._box.unseal(sealed)
