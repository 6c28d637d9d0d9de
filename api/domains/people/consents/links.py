"""Signed links to a person's preferences. A link that was sent to an address proves that the person who opens it can read that
address.
"""

import base64
import hmac
from typing import NamedTuple

from api.domains.people.customers.types import ContactIndexes, ContactKind

PATH = "/preferences"
_PURPOSE = b"preference links"
_TAG_BYTES = 9
_KINDS: dict[str, ContactKind | None] = {"e": "email", "p": "phone", "n": None}


class PreferenceLink(NamedTuple):
    """The content of a valid token."""

    customer_id: str
    kind: ContactKind | None
    """The kind of address to which the link was sent, or None if a member copied it."""
    tag: str
    """The beginning of that address's blind index."""

    def proves(self, current: ContactIndexes) -> ContactKind | None:
        """Return the kind of contact that the link proves, if it was sent to an address that the person still has."""
        index = getattr(current, self.kind) if self.kind is not None else None
        return self.kind if index is not None and address_tag(index) == self.tag else None


def address_tag(index: bytes) -> str:
    """Return the part of a blind index by which a link identifies the address."""
    return base64.urlsafe_b64encode(index[:_TAG_BYTES]).decode()


def preference_token(
    secret: bytes,
    org_id: str,
    customer_id: str,
    kind: ContactKind | None = None,
    index: bytes | None = None,
) -> str:
    """Return the token of a person's link. `kind` and `index` are those of the address to which it is sent."""
    letter = next(it for it, of in _KINDS.items() if of == kind)
    tag = address_tag(index) if index is not None else ""
    signed = f"{customer_id}.{letter}{tag}"
    return f"{signed}.{_signature(secret, org_id, signed)}"


def read_token(secret: bytes, org_id: str, token: str) -> PreferenceLink | None:
    """Return the content of a token, or None if it was not created here for this organisation."""
    signed, _, _ = token.rpartition(".")
    expected = f"{signed}.{_signature(secret, org_id, signed)}"
    if not token.isascii() or not hmac.compare_digest(token, expected):
        return None
    customer_id, _, rest = signed.partition(".")
    return PreferenceLink(customer_id, _KINDS[rest[0]], rest[1:])


def preference_path(org_id: str, token: str) -> str:
    """Return the path of the preference page."""
    return f"{PATH}/{org_id}/{token}"


def _signature(secret: bytes, org_id: str, signed: str) -> str:
    key = hmac.digest(secret, _PURPOSE, "sha256")
    digest = hmac.digest(key, f"{org_id}\n{signed}".encode(), "sha256")
    return base64.urlsafe_b64encode(digest[:15]).decode()
