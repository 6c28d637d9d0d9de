"""Encrypts secrets that are kept in the database, with keys that can be rotated."""

import base64
import hashlib
import hmac
from collections.abc import Sequence

from cryptography.fernet import Fernet, MultiFernet


class SecretBox:
    """Seals with the first key and opens with all of them. Keys of different purposes are different."""

    def __init__(self, keys: Sequence[bytes], purpose: bytes) -> None:
        derived = [hmac.digest(key, purpose, "sha256") for key in keys]
        self._fernet = MultiFernet([Fernet(base64.urlsafe_b64encode(it)) for it in derived])
        self.key_id = hashlib.sha256(derived[0]).hexdigest()[:12]
        """Names the key that seals; does not tell it."""

    def seal(self, content: bytes) -> str:
        """Encrypted content."""
        return self._fernet.encrypt(content).decode()

    def unseal(self, sealed: str) -> bytes:
        """The content. Raises cryptography.fernet.InvalidToken if no key fits."""
        return self._fernet.decrypt(sealed.encode())

    def seal_again(self, sealed: str) -> str:
        """The same content, sealed with the first key."""
        return self._fernet.rotate(sealed.encode()).decode()
