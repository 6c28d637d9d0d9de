"""Verified phone numbers of players, as the domain of phone verification provides them."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from sqlalchemy.orm import Session

from api.kit.app_state import AppState


class PhoneStep(NamedTuple):
    """How far a number is verified."""

    phone: str = ""
    """In E.164, once it is verified."""
    proof: str = ""
    says: str = ""
    """Why it is not verified yet: the name of a text of games."""


@dataclass(frozen=True)
class GamePhones(AppState):
    """Attached when the app is built."""

    is_proven: Callable[[Session, str, str, str], bool]
    """Whether this proves that a number in E.164 was verified for an organisation just now."""
    confirm: Callable[[Session, str, str, str, str], PhoneStep]
    """Send a passcode from an organisation, under its name, to a number as it was typed; or check the passcode."""
