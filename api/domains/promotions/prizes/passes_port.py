"""Wallet passes that prizes give, as the domain of pass templates provides them."""

from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy.orm import Session

from api.kit.app_state import AppState


@dataclass(frozen=True)
class PrizePasses(AppState):
    """Attached when the app is built."""

    can_give: Callable[[Session, str, str], bool]
    """Whether an organisation's template makes passes."""
    give: Callable[[Session, str, str, str | None, str | None], str | None]
    """Make a pass of an organisation from a template, of its own for a customer, or for somebody who is none and calls
    themselves by the name; its id, None if none can be made."""
    path: Callable[[str], str]
    """Path of a pass's public page."""
