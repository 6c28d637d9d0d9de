"""Games that pages show, as the domain of games knows them."""

from collections.abc import Callable, Collection
from dataclasses import dataclass

from sqlalchemy.orm import Session

from api.kit.app_state import AppState


@dataclass(frozen=True)
class PageGames(AppState):
    """Attached when the app is built."""

    existing: Callable[[Session, str, Collection[str]], Collection[str]]
    """Those of these games that an organisation has."""
