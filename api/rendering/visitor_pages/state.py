"""Process-wide state for rendering visitors' pages."""

from dataclasses import dataclass

from api.kit.app_state import AppState
from api.rendering.visitor_pages.pages import VisitorPages


@dataclass(frozen=True)
class VisitorPagesState(AppState):
    """Attached by the lifespan of visits."""

    pages: VisitorPages
