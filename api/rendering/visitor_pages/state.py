"""What a web process holds to draw pages for visitors."""

from dataclasses import dataclass

from api.kit.app_state import AppState
from api.rendering.visitor_pages.pages import VisitorPages


@dataclass(frozen=True)
class VisitorPagesState(AppState):
    """Attached by the lifespan of visits."""

    pages: VisitorPages
