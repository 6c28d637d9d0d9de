"""Sending notifications to browsers that were allowed to show them, through their push services (RFC 8030)."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, Protocol

WebPushState = Literal["sent", "gone", "later", "refused"]
"""Taken; the browser is not subscribed any more; not now; the push service does not want it at all."""


@dataclass(frozen=True, slots=True)
class WebPushTarget:
    """Where a browser is reached, and the keys that its notifications are encrypted with."""

    endpoint: str = field(repr=False)
    p256dh: str = field(repr=False)
    """The browser's public key, an uncompressed point in base64url."""
    auth: str = field(repr=False)
    """The browser's secret of 16 bytes in base64url."""


@dataclass(frozen=True, slots=True)
class WebPushIdentity:
    """What push services know a sender by (VAPID, RFC 8292)."""

    public_key: str
    """An uncompressed point of P-256 in base64url; browsers subscribe with it."""
    private_key: str = field(repr=False)
    """PEM, not encrypted."""


@dataclass(frozen=True, slots=True)
class WebPushMessage:
    """What is sent to each browser."""

    payload: bytes
    topic: str
    """At most 32 letters of base64url; a message that waits is replaced by a later one of its topic."""
    seconds: int
    """How long the push service keeps it for a browser that is switched off."""


@dataclass(frozen=True, slots=True)
class WebPushOutcome:
    """What became of one message."""

    state: WebPushState
    retry_at: datetime | None = None
    """Where the push service said when to try again."""


class WebPusher(Protocol):
    """Sends to browsers."""

    def takes(self, endpoint: str) -> bool:
        """Whether an endpoint is one of a push service that is known here; nothing is sent to others."""

    def push(
        self, identity: WebPushIdentity, message: WebPushMessage, targets: Sequence[WebPushTarget]
    ) -> list[WebPushOutcome]:
        """Send a message to browsers, many at once; the outcome of each, in their order."""
