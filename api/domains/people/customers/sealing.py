"""Keeps what customers said under a key of their own: without the key it is noise, in every copy.

The key itself is stored under the installation's secret. Erasing a customer deletes the key.
"""

import base64
import hmac

from cryptography.fernet import Fernet, InvalidToken

_PURPOSE = b"customer sealing keys"


class Sealer:
    """Makes keys, seals and unseals."""

    def __init__(self, secret: bytes) -> None:
        self._wrap = Fernet(base64.urlsafe_b64encode(hmac.digest(secret, _PURPOSE, "sha256")))

    def new_key(self) -> bytes:
        """A new customer's key, as it is stored."""
        return self._wrap.encrypt(Fernet.generate_key())

    def seal(self, sealing_key: bytes, content: bytes) -> str:
        """Content under a customer's key, as text that is safe in an event."""
        return Fernet(self._wrap.decrypt(sealing_key)).encrypt(content).decode()

    def unseal(self, sealing_key: bytes | None, sealed: str | None) -> bytes | None:
        """The content again; None when the key is gone or not the right one."""
        if sealing_key is None or sealed is None:
            return None
        try:
            return Fernet(self._wrap.decrypt(sealing_key)).decrypt(sealed.encode())
        except InvalidToken:
            return None
