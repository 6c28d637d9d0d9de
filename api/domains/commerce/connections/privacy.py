"""Vendors' privacy requests about people: to erase their data or to export it. The module that handles a kind registers
itself here.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from sqlalchemy.orm import Session

from api.integrations.ports.incoming import PrivacyRequest
from runtime.settings import Settings

PrivacyKind = Literal["erase", "export"]


@dataclass(frozen=True, slots=True)
class PrivacyAnswer:
    """The outcome of a privacy request."""

    note: str
    customer_id: str | None = None


PrivacyHandler = Callable[[Session, Settings, str, PrivacyRequest, datetime], PrivacyAnswer]
"""Handles a request in the session's transaction, which is already in the organisation."""

PRIVACY_HANDLERS: dict[PrivacyKind, PrivacyHandler] = {}


def privacy_handler(kind: PrivacyKind) -> Callable[[PrivacyHandler], PrivacyHandler]:
    """Register the decorated function as the handler for requests of this kind."""

    def declare(handler: PrivacyHandler) -> PrivacyHandler:
        PRIVACY_HANDLERS[kind] = handler
        return handler

    return declare
