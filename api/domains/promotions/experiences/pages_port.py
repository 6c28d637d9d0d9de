"""The pages of experiences, through an interface that the pages domain implements."""

from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy.orm import Session

from api.kit.app_state import AppState


@dataclass(frozen=True)
class ExperiencePages(AppState):
    """Access to pages, attached when the app is built."""

    code_of: Callable[[Session, str, str], str | None]
    """Returns the code that an organisation's page belongs to; None if it has none, or there is no such page."""
