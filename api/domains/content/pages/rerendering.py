"""Renders published pages again after an upgrade of the renderer or a change of the organisation's brand.

Pages are rendered when they are published, so a fixed block, safer tags or new texts of ours would reach
visitors only when the page is published again. Each rendering names its renderer. If that is not the
renderer of this installation, the same version is rendered again in its place.
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
"""So long of each minute pages are drawn, so that a worker has time for what people wait for."""

NOT_DRAWN = (RenderingFailed, Invalid)
"""Why one page cannot be drawn; Invalid where its blocks are of a kind that there is no more."""

InTenant = Callable[[], AbstractContextManager[Session]]
"""Gives a session inside one organisation, committed when its block ends well."""

log = structlog.get_logger(__name__)


def current_brand(session: Session, org_id: str) -> Brand:
    """How the organisation looks at this moment."""
    return brand_of(organization_of(session, org_id))


def rerender(opened: InTenant, publisher: Publisher, org_id: str, page_id: str) -> int:
    """Render what is published of a page, outside of any transaction; 1 if the result is now shown.

    A version that was published in the meantime is left alone, and a brand that changed in the meantime is
    rendered by the job that follows. Raises RendererMissing, or one of NOT_DRAWN.
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
    """Progress of this process. It is not stored: another process finds what is left."""

    renderer: str = ""
    day: date | None = None
    waiting: list[tuple[str, str]] = field(default_factory=list)
    failed: set[str] = field(default_factory=set)
    is_done: bool = False

    def begin(self, renderer: str, day: date) -> None:
        """Start over, failed pages included: once a day, and for every new renderer."""
        if (renderer, day) != (self.renderer, self.day):
            self.renderer, self.day = renderer, day
            self.waiting, self.failed, self.is_done = [], set(), False


_here = Rerendering()


@slow_periodic_task
def rerender_published(settings: Settings, engine: Engine, now: datetime) -> None:
    """Bring what visitors see to the renderer that is installed."""
    rerender_outdated(settings, engine, now, Publisher(NodeRenderer(RENDERER)), _here)


def rerender_outdated(
    settings: Settings,
    engine: Engine,
    now: datetime,
    publisher: Publisher,
    state: Rerendering,
    monotonic: Callable[[], float] = time.monotonic,
) -> int:
    """Render again the pages of an older renderer, organisation by organisation, as many as fit into the time.

    Returns how many. A page that cannot be rendered stays as it is and is tried again the next day.
    """
    try:
        renderer = publisher.version
    except RendererMissing:
        return 0  # publishing says so, and `waypost doctor`
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

    # Until it is drawn: what fails in another way ends this run, not the next.
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
