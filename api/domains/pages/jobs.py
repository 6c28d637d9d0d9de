"""Draws published pages again when the look of their organisation has changed."""

from typing import Any

from sqlalchemy import select

from api.auth.models import Organization
from api.domains.codes.types import Brand
from api.domains.organizations.service import REBRAND
from api.domains.pages.blocks import read_page
from api.domains.pages.dependencies import brand_of
from api.domains.pages.errors import RendererMissing, RenderingFailed
from api.domains.pages.lifespan import RENDERER
from api.domains.pages.publishing import Publisher
from api.domains.pages.rendering import NodeRenderer
from api.domains.pages.repository import PageRepository
from api.jobs.registry import JobContext, JobFailed, job


@job(REBRAND)
def rebrand_pages(context: JobContext, args: dict[str, Any]) -> dict[str, Any]:  # noqa: ARG001
    """Draw each published page as it is published, in the brand of this moment."""
    publisher = Publisher(NodeRenderer(RENDERER))
    with context.session() as session:
        page_ids = PageRepository(session).published_ids(context.org_id)
        organization = session.scalars(
            select(Organization).where(Organization.org_id == context.org_id)
        ).one()
        brand = brand_of(organization)
    drawn, left_out = 0, 0
    for number, page_id in enumerate(page_ids, 1):
        try:
            drawn += _redraw(context, publisher, brand, page_id)
        except RendererMissing as error:
            raise JobFailed(error.message) from error
        except RenderingFailed:
            left_out += 1  # it goes on looking as it did
        context.progress(number, len(page_ids))
    return {"drawn": drawn, "left_out": left_out}


def _redraw(context: JobContext, publisher: Publisher, brand: Brand, page_id: str) -> int:
    """Draw outside of any transaction; what was published meanwhile stays as it is."""
    with context.session() as session:
        found = PageRepository(session).find_published(context.org_id, page_id)
        if found is None:
            return 0
        page, version = found
        blocks, code_id, number = version.blocks, page.code_id, version.version
    published = publisher.publish(read_page(blocks, may_be_private=True), brand, page_id, code_id)
    with context.session() as session:
        repository = PageRepository(session)
        return repository.replace_drawing(context.org_id, page_id, number, published)
