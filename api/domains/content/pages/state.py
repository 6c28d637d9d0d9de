"""Process-wide state of pages."""

from dataclasses import dataclass

from api.domains.content.pages.published import PublishedPages
from api.domains.content.pages.rendering import NodeRenderer
from api.domains.content.pages.shell import PageShell
from api.kit.app_state import AppState


@dataclass(frozen=True)
class PagesState(AppState):
    """Attached by the lifespan of pages."""

    published: PublishedPages
    shell: PageShell
    renderer: NodeRenderer
