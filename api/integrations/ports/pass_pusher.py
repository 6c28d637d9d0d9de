"""Telling phones that one of their passes changed. What changed, they ask themselves."""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Literal, Protocol

PushOutcome = Literal["sent", "gone", "later", "refused"]
"""Taken; no phone has this token any more; not now; the certificate is not taken."""


@dataclass(frozen=True, slots=True)
class PushIdentity:
    """What proves that passes of a type are ours."""

    pass_type: str
    certificates: bytes
    """The certificate and its issuer, PEM."""
    key: bytes = field(repr=False)
    """The private key, PEM, not encrypted."""


class PassPush(Protocol):
    """An open connection."""

    def push(self, tokens: Sequence[str]) -> list[PushOutcome]:
        """Tell the phones of these push tokens; the outcome of each, in their order."""


class PassPusher(Protocol):
    """Whatever tells phones."""

    def connected(self, identity: PushIdentity) -> AbstractContextManager[PassPush]:
        """A connection for passes of one type."""
