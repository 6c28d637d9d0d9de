"""Pages that experiences bundle, as the domain of pages knows them."""

from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy.orm import Session

from api.kit.app_state import AppState


@dataclass(frozen=True)
class ExperiencePages(AppState):
    """Attached when the app is built."""

    code_of: Callable[[Session, str, str], str | None]
    """The code that an organisation's page belongs to; None if it has none, or there is no such page."""
