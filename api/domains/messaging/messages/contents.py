"""The content of a message, encrypted as one value."""

import zlib
from typing import NamedTuple

import orjson

from api.domains.people.customers.sealing import Sealer

_WRAPPED = "w:"
"""The prefix of values that are encrypted with the installation's sealing key."""


class Content(NamedTuple):
    """Subject, text, HTML, and the address that a tap opens; empty for channels without them."""

    subject: str
    text: str
    html: str
    url: str = ""


class ContentSealer:
    """Encrypts and decrypts contents and addresses: with a customer's key, else with the installation's sealing key."""

    def __init__(self, sealer: Sealer) -> None:
        self._sealer = sealer

    def seal(self, key: bytes | None, content: Content) -> str:
        """Return the content in encrypted form."""
        packed = zlib.compress(orjson.dumps(list(content)), 1)
        if key is not None:
            return self._sealer.seal(key, packed)
        return _WRAPPED + self._sealer.wrap_bytes(packed)

    def unseal(self, key: bytes | None, sealed: str | None) -> Content | None:
        """Return the decrypted content, or None if the key no longer exists."""
        if sealed is None:
            return None
        packed = (
            self._sealer.unwrap_bytes(sealed.removeprefix(_WRAPPED))
            if sealed.startswith(_WRAPPED)
            else self._sealer.unseal(key, sealed)
        )
        return Content(*orjson.loads(zlib.decompress(packed))) if packed is not None else None
