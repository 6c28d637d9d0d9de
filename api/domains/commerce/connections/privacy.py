"""What vendors ask for people: to be erased, to see what is stored. The area that does it registers itself here."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from sqlalchemy.orm import Session

from api.integrations.ports.incoming import PersonAsked
from runtime.settings import Settings

PrivacyKind = Literal["erase", "export"]


@dataclass(frozen=True, slots=True)
class PrivacyAnswer:
    """What became of it."""

    note: str
    customer_id: str | None = None


PrivacyHandler = Callable[[Session, Settings, str, PersonAsked, datetime], PrivacyAnswer]
"""Answers in the transaction of the session, which is in the organisation."""

PRIVACY_HANDLERS: dict[PrivacyKind, PrivacyHandler] = {}


def privacy_handler(kind: PrivacyKind) -> Callable[[PrivacyHandler], PrivacyHandler]:
    """Declare what answers these requests."""

    def declare(handler: PrivacyHandler) -> PrivacyHandler:
        PRIVACY_HANDLERS[kind] = handler
        return handler

    return declare
