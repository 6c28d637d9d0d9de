"""Draws published pages again: by a renderer that has changed since, or in a look that has.

What visitors see is drawn when it is published, so a block that was mended, safer tags and words of our
own would reach nobody's page until its maker publishes again. Each drawing names the renderer that made
it. Where that is another one than this installation has, the same version is drawn anew, in its place.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from datetime import date, datetime

import psycopg
import structlog
from sqlalchemy import Engine
from sqlalchemy.orm import Session

from api.auth.tenants import organization_of
from api.db.session import enter_tenant
from api.domains.content.pages.blocks import read_page
from api.domains.content.pages.dependencies import brand_of
from api.domains.content.pages.errors import RendererMissing, RenderingFailed
from api.domains.content.pages.lifespan import RENDERER
from api.domains.content.pages.publishing import Publisher
from api.domains.content.pages.rendering import NodeRenderer
from api.domains.content.pages.repository import PageRepository
from api.jobs.registry import unhurried
from api.kit.errors import Invalid
from api.rendering.visitor_pages.brand import Brand
from runtime.settings import Settings

SECONDS = 30.0
"""So long of each minute pages are drawn, so that a worker has time for what people wait for."""

# The owner of the schema looks through all organisations; what is found is drawn inside its own.
_OTHERS = """
select p.org_id, p.page_id
from pages p
join organizations o on o.org_id = p.org_id
join page_versions v on v.page_id = p.page_id and v.version = p.published_version
where p.deleted_at is null and o.deleted_at is null
  and v.published ->> 'renderer' is distinct from %s
order by p.org_id, p.page_id
"""

NOT_DRAWN = (RenderingFailed, Invalid)
"""Why one page cannot be drawn; Invalid where its blocks are of a kind that there is no more."""

InTenant = Callable[[], AbstractContextManager[Session]]
"""Gives a session inside one organisation, committed when its block ends well."""

log = structlog.get_logger(__name__)


def brand_now(session: Session, org_id: str) -> Brand:
    """How the organisation looks at this moment."""
    return brand_of(organization_of(session, org_id))


def redraw(opened: InTenant, publisher: Publisher, org_id: str, page_id: str) -> int:
    """Draw what is published of a page, outside of any transaction; 1 if that is shown now.

    What was published meanwhile stays as it is, and a look that changed meanwhile is drawn by the job
    that follows it. Raises RendererMissing, or one of NOT_DRAWN.
    """
    with opened() as session:
        found = PageRepository(session).find_published(org_id, page_id)
        if found is None:
            return 0
        page, version = found
        blocks, code_id, number = version.blocks, page.code_id, version.version
        brand = brand_now(session, org_id)
    published = publisher.publish(read_page(blocks, may_be_private=True), brand, page_id, code_id)
    with opened() as session:
        repository = PageRepository(session)
        shown = repository.find_for_update(org_id, page_id)
        if shown is None or shown.code_id != code_id or brand_now(session, org_id) != brand:
            return 0
        return repository.replace_drawing(org_id, page_id, number, published)


@dataclass
class Redrawing:
    """How far this process is. Nothing of it is kept: another process finds what is left by itself."""

    renderer: str = ""
    day: date | None = None
    waiting: list[tuple[str, str]] = field(default_factory=list)
    failed: set[str] = field(default_factory=set)
    is_done: bool = False

    def begin(self, renderer: str, day: date) -> None:
        """Look through everything again, what failed too: once a day, and for every new renderer."""
        if (renderer, day) != (self.renderer, self.day):
            self.renderer, self.day = renderer, day
            self.waiting, self.failed, self.is_done = [], set(), False


_here = Redrawing()


@unhurried
def redraw_published(settings: Settings, engine: Engine, now: datetime) -> None:
    """Bring what visitors see to the renderer that is installed."""
    redraw_others(settings, engine, now, Publisher(NodeRenderer(RENDERER)), _here)


def redraw_others(
    settings: Settings,
    engine: Engine,
    now: datetime,
    publisher: Publisher,
    state: Redrawing,
    monotonic: Callable[[], float] = time.monotonic,
) -> int:
    """Draw published pages again that another renderer drew, organisation by organisation, as many as
    fit into the time; how many. A page that cannot be drawn stays as it is and is tried again the next day.
    """
    try:
        renderer = publisher.version
    except RendererMissing:
        return 0  # publishing says so, and `waypost doctor`
    state.begin(renderer, now.date())
    if not state.is_done and not state.waiting:
        state.waiting = [it for it in _others(settings, renderer) if it[1] not in state.failed]
        state.is_done = not state.waiting
        if state.waiting:
            log.info("published pages are drawn again", pages=len(state.waiting), renderer=renderer)
    until, drawn = monotonic() + SECONDS, 0
    while state.waiting and monotonic() < until:
        org_id, page_id = state.waiting.pop(0)
        drawn += _drawn(engine, publisher, state, org_id, page_id)
    if drawn:
        log.info("published pages were drawn again", pages=drawn, left=len(state.waiting))
    return drawn


def _others(settings: Settings, renderer: str) -> list[tuple[str, str]]:
    with psycopg.connect(settings.database_url) as connection:
        return connection.execute(_OTHERS, [renderer]).fetchall()


def _drawn(
    engine: Engine, publisher: Publisher, state: Redrawing, org_id: str, page_id: str
) -> int:
    @contextmanager
    def opened() -> Iterator[Session]:
        with Session(engine, expire_on_commit=False) as session, session.begin():
            enter_tenant(session, org_id)
            yield session

    # Until it is drawn: what fails in another way ends this run, not the next.
    state.failed.add(page_id)
    try:
        drawn = redraw(opened, publisher, org_id, page_id)
    except RendererMissing:
        state.waiting.clear()
        drawn = 0
    except NOT_DRAWN as error:
        log.warning(
            "a published page keeps its old drawing",
            org_id=org_id,
            page_id=page_id,
            error=error.message,
        )
        return 0
    state.failed.discard(page_id)
    return drawn
