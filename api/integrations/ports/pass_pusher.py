"""Notifying phones that one of their passes changed. The phones ask for the changes themselves."""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Literal, Protocol

PushOutcome = Literal["sent", "gone", "later", "refused"]
"""Accepted; no phone has this token any more; not at the moment; the certificate is not accepted."""


@dataclass(frozen=True, slots=True)
class PushIdentity:
    """Proof that passes of a type belong to the organisation."""

    pass_type: str
    certificates: bytes
    """The certificate and its issuer's, in PEM format."""
    key: bytes = field(repr=False)
    """The private key in PEM format, unencrypted."""


class PassPush(Protocol):
    """An open connection to a push service."""

    def push(self, tokens: Sequence[str]) -> list[PushOutcome]:
        """Notify the phones with these push tokens; return the outcome of each, in the same order."""


class PassPusher(Protocol):
    """Notifies phones."""

    def connected(self, identity: PushIdentity) -> AbstractContextManager[PassPush]:
        """Return a connection for passes of one type."""
