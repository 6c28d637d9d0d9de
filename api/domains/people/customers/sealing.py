"""Encrypts ("seals") customers' answers and contact data, each customer's with their own key.

The key is stored encrypted with the installation's sealing key. Erasing a customer deletes the key, which makes
every copy of their answers unreadable. An address or number is found by its blind index, which can be computed only
with the installation's secret.
"""

import hmac
from collections.abc import Sequence
from typing import Self

from cryptography.fernet import Fernet, InvalidToken

from api.domains.people.customers.contacts import loose_email, loose_phone
from api.domains.people.customers.types import ContactIndexes, ContactKind, Contacts, SealedContacts
from api.kit.sealing import SecretBox
from runtime.settings import Settings

PURPOSE = b"customer sealing keys"
_INDEX = b"customer contact index"


class Sealer:
    """Creates keys, encrypts, decrypts, and computes blind indexes."""

    def __init__(self, secret: bytes, sealing_keys: Sequence[bytes]) -> None:
        self._box = SecretBox(sealing_keys, PURPOSE)
        self._index_key = hmac.digest(secret, _INDEX, "sha256")

    @classmethod
    def of(cls, settings: Settings) -> Self:
        """Return a sealer with the keys of an installation."""
        return cls(settings.secret_key, settings.sealing_keys)

    def new_key(self) -> bytes:
        """Return a new customer's key, encrypted for storage."""
        return self._box.seal(Fernet.generate_key()).encode()

    def seal(self, sealing_key: bytes, content: bytes) -> str:
        """Encrypt content with a customer's key, as text for an event."""
        return self._cipher(sealing_key).encrypt(content).decode()

    def unseal(self, sealing_key: bytes | None, sealed: str | None) -> bytes | None:
        """Return the decrypted content, or None if the key was deleted or does not fit."""
        if sealing_key is None or sealed is None:
            return None
        try:
            return self._cipher(sealing_key).decrypt(sealed.encode())
        except InvalidToken:
            return None

    def _cipher(self, sealing_key: bytes) -> Fernet:
        return Fernet(self._box.unseal(sealing_key.decode()))

    def index(self, org_id: str, kind: ContactKind, normalised: str) -> bytes:
        """Return the blind index of a normalised address or number. Equal ones match within an organisation."""
        key = hmac.digest(self._index_key, org_id.encode(), "sha256")
        return hmac.digest(key, f"{kind}\n{normalised}".encode(), "sha256")

    def indexes(self, org_id: str, email: str | None, phone: str | None) -> ContactIndexes:
        """Return the blind indexes of a normalised address and number."""
        return ContactIndexes(
            self.index(org_id, "email", email) if email is not None else None,
            self.index(org_id, "phone", phone) if phone is not None else None,
        )

    def contacts(self, customer: SealedContacts) -> Contacts:
        """Return a customer's address and number. Each is None if there is none or the key was deleted."""
        email = self.unseal(customer.sealing_key, customer.email_sealed)
        phone = self.unseal(customer.sealing_key, customer.phone_sealed)
        return Contacts(
            email.decode() if email is not None else None,
            phone.decode() if phone is not None else None,
        )

    def sealed_contact(
        self, org_id: str, sealing_key: bytes, kind: ContactKind, normalised: str | None
    ) -> dict[str, str | bytes | None]:
        """Return the values of the columns that store an address or number. None empties them."""
        columns = (f"{kind}_sealed", f"{kind}_index", f"{kind}_loose_index")
        if normalised is None:
            return dict.fromkeys(columns)
        loose = loose_email(normalised) if kind == "email" else loose_phone(normalised)
        values = (
            self.seal(sealing_key, normalised.encode()),
            self.index(org_id, kind, normalised),
            self.index(org_id, kind, loose),
        )
        return dict(zip(columns, values, strict=True))

    def wrap(self, text: str) -> str:
        """Encrypt a text with the installation's sealing key, for values that belong to no customer's key."""
        return self.wrap_bytes(text.encode())

    def unwrap(self, wrapped: str) -> str:
        """Return the text that `wrap` encrypted."""
        return self.unwrap_bytes(wrapped).decode()

    def wrap_bytes(self, content: bytes) -> str:
        """Encrypt content with the installation's sealing key."""
        return self._box.seal(content)

    def unwrap_bytes(self, wrapped: str) -> bytes:
        """Return the content that `wrap_bytes` encrypted."""
        return self._box.unseal(wrapped)
