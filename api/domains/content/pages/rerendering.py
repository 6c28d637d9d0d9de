"""Renders published pages again after an upgrade of the renderer or a change of the organisation's brand.

Pages are rendered when they are published, so a fixed block, safer tags or new texts of Waypost would reach visitors
only when the page is published again. Each rendering names its renderer. If that is not the renderer of this
installation, the same version is rendered again in its place.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from datetime import date, datetime

import structlog
from sqlalchemy import Engine
from sqlalchemy.orm import Session

from api.auth.tenants import organization_of
from api.db.session import enter_tenant
from api.domains.content.page_blocks.blocks import read_page
from api.domains.content.pages.dependencies import brand_of
from api.domains.content.pages.errors import RendererMissing, RenderingFailed
from api.domains.content.pages.lifespan import RENDERER
from api.domains.content.pages.publishing import Publisher, copies_on
from api.domains.content.pages.rendering import NodeRenderer
from api.domains.content.pages.repository import PageRepository
from api.domains.content.pages.upkeep import rendered_otherwise
from api.domains.content.shop_products.reading import with_products_now
from api.jobs.registry import slow_periodic_task
from api.kit.errors import Invalid
from api.rendering.visitor_pages.brand import Brand
from runtime.settings import Settings

SECONDS = 30.0
"""Seconds of each minute in which pages are rendered, so that a worker has time for jobs that users wait for."""

NOT_DRAWN = (RenderingFailed, Invalid)
"""The errors with which a single page fails to render. Invalid means that its blocks are of a kind that no longer
exists.
"""

InTenant = Callable[[], AbstractContextManager[Session]]
"""Opens a session inside one organisation, which is committed when its block ends without an error."""

log = structlog.get_logger(__name__)


def current_brand(session: Session, org_id: str) -> Brand:
    """Return the organisation's current brand."""
    return brand_of(organization_of(session, org_id))


def rerender(opened: InTenant, publisher: Publisher, org_id: str, page_id: str) -> int:
    """Render the published version of a page outside of any transaction. Returns 1 if the result is now shown.

    A version that was published in the meantime is not touched, and a brand that changed in the meantime is rendered by
    the job that follows. Raises RendererMissing, or one of NOT_DRAWN.
    """
    with opened() as session:
        found = PageRepository(session).find_published(org_id, page_id)
        if found is None:
            return 0
        page, version = found
        blocks, code_id, number = version.blocks, page.code_id, version.version
        brand = current_brand(session, org_id)
        data = read_page(blocks, may_be_private=True)
        data = with_products_now(session, org_id, data)
        copies = copies_on(session, org_id, data, brand)
    published = publisher.publish(data, brand, page_id, code_id, copies)
    with opened() as session:
        repository = PageRepository(session)
        shown = repository.find_for_update(org_id, page_id)
        if shown is None or shown.code_id != code_id or current_brand(session, org_id) != brand:
            return 0
        return repository.replace_drawing(org_id, page_id, number, published)


@dataclass
class Rerendering:
    """Progress of this process. It is not stored, because another process finds the remaining pages itself."""

    renderer: str = ""
    day: date | None = None
    waiting: list[tuple[str, str]] = field(default_factory=list)
    failed: set[str] = field(default_factory=set)
    is_done: bool = False

    def begin(self, renderer: str, day: date) -> None:
        """Start over, including failed pages: once a day, and for every new renderer."""
        if (renderer, day) != (self.renderer, self.day):
            self.renderer, self.day = renderer, day
            self.waiting, self.failed, self.is_done = [], set(), False


_here = Rerendering()


@slow_periodic_task
def rerender_published(settings: Settings, engine: Engine, now: datetime) -> None:
    """Render what visitors see with the installed renderer."""
    rerender_outdated(settings, engine, now, Publisher(NodeRenderer(RENDERER)), _here)


def rerender_outdated(
    settings: Settings,
    engine: Engine,
    now: datetime,
    publisher: Publisher,
    state: Rerendering,
    monotonic: Callable[[], float] = time.monotonic,
) -> int:
    """Render pages of an older renderer again, organisation by organisation, as many as fit into the time.

    Returns how many. A page that cannot be rendered stays as it is and is tried again the next day.
    """
    try:
        renderer = publisher.version
    except RendererMissing:
        return 0  # Publishing reports this, and so does `waypost doctor`.
    state.begin(renderer, now.date())
    if not state.is_done and not state.waiting:
        state.waiting = [
            it for it in rendered_otherwise(settings, renderer) if it[1] not in state.failed
        ]
        state.is_done = not state.waiting
        if state.waiting:
            log.info("rerendering published pages", pages=len(state.waiting), renderer=renderer)
    until, drawn = monotonic() + SECONDS, 0
    while state.waiting and monotonic() < until:
        org_id, page_id = state.waiting.pop(0)
        drawn += _drawn(engine, publisher, state, org_id, page_id)
    if drawn:
        log.info("rerendered published pages", pages=drawn, left=len(state.waiting))
    return drawn


def _drawn(
    engine: Engine, publisher: Publisher, state: Rerendering, org_id: str, page_id: str
) -> int:
    @contextmanager
    def opened() -> Iterator[Session]:
        with Session(engine, expire_on_commit=False) as session, session.begin():
            enter_tenant(session, org_id)
            yield session

    # Marked as failed until it is rendered, so that an unexpected error ends only this run, not the
    # next one.
    state.failed.add(page_id)
    try:
        drawn = rerender(opened, publisher, org_id, page_id)
    except RendererMissing:
        state.waiting.clear()
        drawn = 0
    except NOT_DRAWN as error:
        log.warning(
            "published page could not be rerendered",
            org_id=org_id,
            page_id=page_id,
            error=error.message,
        )
        return 0
    state.failed.discard(page_id)
    return drawn
