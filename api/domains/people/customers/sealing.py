"""Encrypts ("seals") customers' answers, each customer's with their own key.

The key is stored encrypted with the installation's secret. Erasing a customer deletes the key, and with it
every copy of their answers.
"""

import base64
import hmac

from cryptography.fernet import Fernet, InvalidToken

_PURPOSE = b"customer sealing keys"


class Sealer:
    """Makes keys, encrypts and decrypts."""

    def __init__(self, secret: bytes) -> None:
        self._wrap = Fernet(base64.urlsafe_b64encode(hmac.digest(secret, _PURPOSE, "sha256")))

    def new_key(self) -> bytes:
        """A new customer's key, encrypted for storage."""
        return self._wrap.encrypt(Fernet.generate_key())

    def seal(self, sealing_key: bytes, content: bytes) -> str:
        """Content encrypted with a customer's key, as text for an event."""
        return Fernet(self._wrap.decrypt(sealing_key)).encrypt(content).decode()

    def unseal(self, sealing_key: bytes | None, sealed: str | None) -> bytes | None:
        """The decrypted content; None if the key was deleted or does not fit."""
        if sealing_key is None or sealed is None:
            return None
        try:
            return Fernet(self._wrap.decrypt(sealing_key)).decrypt(sealed.encode())
        except InvalidToken:
            return None
