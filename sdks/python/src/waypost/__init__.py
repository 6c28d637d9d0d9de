"""Client of the Waypost API: typed calls, typed errors, retries, idempotency keys and signed webhooks."""

from waypost.client import Waypost
from waypost.errors import (
    ApiError,
    Conflict,
    ConnectionFailed,
    FieldError,
    Forbidden,
    Gone,
    InvalidRequest,
    NotFound,
    PaymentRequired,
    TooManyRequests,
    Unauthenticated,
    Unavailable,
    WaypostError,
)
from waypost.pages import each
from waypost.retrying import Retries
from waypost.webhooks import Event, SignatureRefused, verify_webhook

__all__ = [
    "ApiError",
    "Conflict",
    "ConnectionFailed",
    "Event",
    "FieldError",
    "Forbidden",
    "Gone",
    "InvalidRequest",
    "NotFound",
    "PaymentRequired",
    "Retries",
    "SignatureRefused",
    "TooManyRequests",
    "Unauthenticated",
    "Unavailable",
    "Waypost",
    "WaypostError",
    "each",
    "verify_webhook",
]
