"""Links that save a pass into wallets other than Apple's, as another domain of wallets provides them."""

from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy.orm import Session

from api.kit.app_state import AppState

SaveLink = Callable[[Session, str, str], str | None]
"""The link of an organisation's pass, by their ids; None if it has none."""


@dataclass(frozen=True)
class SaveLinks(AppState):
    """Attached by the domain that provides them."""

    google: SaveLink
