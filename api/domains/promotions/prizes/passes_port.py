"""Wallet passes as prizes, through an interface that the domain of pass templates implements."""

from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy.orm import Session

from api.kit.app_state import AppState


@dataclass(frozen=True)
class PrizePasses(AppState):
    """Access to pass templates, attached when the app is built."""

    can_give: Callable[[Session, str, str], bool]
    """Returns whether passes can be made from an organisation's template."""
    give: Callable[[Session, str, str, str | None, str | None], str | None]
    """Makes a pass of an organisation from a template, for a customer, or for somebody unknown with this name. Returns
    its ID; None if none can be made.
    """
    path: Callable[[str], str]
    """Returns the path of a pass's public page."""
