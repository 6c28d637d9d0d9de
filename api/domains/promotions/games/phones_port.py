"""Verified phone numbers of players, through an interface that the domain of phone verification implements."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from sqlalchemy.orm import Session

from api.kit.app_state import AppState


class PhoneStep(NamedTuple):
    """The progress of a phone number's verification."""

    phone: str = ""
    """The number in E.164 format, once it is verified."""
    proof: str = ""
    says: str = ""
    """The name of the text that explains why the number is not verified yet."""


@dataclass(frozen=True)
class GamePhones(AppState):
    """Access to phone verification, attached when the app is built."""

    is_proven: Callable[[Session, str, str, str], bool]
    """Returns whether a proof shows that an organisation has just verified a number in E.164 format."""
    confirm: Callable[[Session, str, str, str, str], PhoneStep]
    """Sends a passcode from an organisation, in its name, to a number as typed; or checks the passcode."""
