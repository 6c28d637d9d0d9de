"""Notifications to browsers that allowed them, through their push services (RFC 8030)."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, Protocol

WebPushState = Literal["sent", "gone", "later", "refused"]
"""Accepted; the browser is no longer subscribed; not at the moment; the push service refuses it for good."""


@dataclass(frozen=True, slots=True)
class WebPushTarget:
    """The endpoint of a browser, and the keys with which its notifications are encrypted."""

    endpoint: str = field(repr=False)
    p256dh: str = field(repr=False)
    """The browser's public key: an uncompressed point in base64url."""
    auth: str = field(repr=False)
    """The browser's secret: 16 bytes in base64url."""


@dataclass(frozen=True, slots=True)
class WebPushIdentity:
    """The identity of a sender at push services (VAPID, RFC 8292)."""

    public_key: str
    """An uncompressed point of P-256 in base64url, with which browsers subscribe."""
    private_key: str = field(repr=False)
    """The private key in PEM format, unencrypted."""


@dataclass(frozen=True, slots=True)
class WebPushMessage:
    """A message for browsers."""

    payload: bytes
    topic: str
    """At most 32 base64url characters. A waiting message is replaced by a later one with the same topic."""
    seconds: int
    """How long the push service stores the message for a browser that is switched off."""


@dataclass(frozen=True, slots=True)
class WebPushOutcome:
    """The outcome of one message."""

    state: WebPushState
    retry_at: datetime | None = None
    """When to try again, if the push service gave a time."""


class WebPusher(Protocol):
    """Sends notifications to browsers."""

    def takes(self, endpoint: str) -> bool:
        """Return whether an endpoint belongs to a known push service; nothing is sent to others."""

    def push(
        self, identity: WebPushIdentity, message: WebPushMessage, targets: Sequence[WebPushTarget]
    ) -> list[WebPushOutcome]:
        """Send a message to many browsers at once; return the outcome of each, in the same order."""
