"""Encrypts secrets that are stored in the database, with keys that can be rotated."""

import base64
import hmac
from collections.abc import Sequence

from cryptography.fernet import Fernet, InvalidToken, MultiFernet


class SecretBox:
    """Encrypts with the first key and decrypts with all of them. Each purpose has its own keys."""

    def __init__(self, keys: Sequence[bytes], purpose: bytes) -> None:
        derived = [hmac.digest(key, purpose, "sha256") for key in keys]
        ciphers = [Fernet(base64.urlsafe_b64encode(it)) for it in derived]
        self._current, self._all = ciphers[0], MultiFernet(ciphers)

    def seal(self, content: bytes) -> str:
        """Return the encrypted content."""
        return self._current.encrypt(content).decode()

    def unseal(self, sealed: str) -> bytes:
        """Return the decrypted content. Raises cryptography.fernet.InvalidToken if no key fits."""
        return self._all.decrypt(sealed.encode())

    def seal_again(self, sealed: str) -> str:
        """Return the same content encrypted with the first key, unchanged if it already was.

        Raises cryptography.fernet.InvalidToken if no key fits.
        """
        try:
            self._current.decrypt(sealed.encode())
        except InvalidToken:
            return self.seal(self.unseal(sealed))
        return sealed
