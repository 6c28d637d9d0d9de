"""Games that pages show, as provided by the domain of games."""

from collections.abc import Callable, Collection
from dataclasses import dataclass

from sqlalchemy.orm import Session

from api.kit.app_state import AppState


@dataclass(frozen=True)
class PageGames(AppState):
    """Attached when the app is built."""

    existing: Callable[[Session, str, Collection[str]], Collection[str]]
    """Returns those of these games that an organisation has."""
