"""Renders published pages again when the brand of their organisation has changed."""

from typing import Any

from api.domains.content.pages.errors import RendererMissing
from api.domains.content.pages.lifespan import RENDERER
from api.domains.content.pages.publishing import Publisher
from api.domains.content.pages.rendering import NodeRenderer
from api.domains.content.pages.repository import PageRepository
from api.domains.content.pages.rerendering import NOT_DRAWN, rerender
from api.domains.org.organizations.service import REBRAND
from api.jobs.registry import JobContext, JobFailed, job


@job(REBRAND)
def rebrand_pages(context: JobContext, args: dict[str, Any]) -> dict[str, Any]:  # noqa: ARG001
    """Render the published version of each page in the current brand."""
    publisher = Publisher(NodeRenderer(RENDERER))
    with context.session() as session:
        page_ids = PageRepository(session).published_ids(context.org_id)
    drawn, left_out = 0, 0
    for number, page_id in enumerate(page_ids, 1):
        try:
            drawn += rerender(context.session, publisher, context.org_id, page_id)
        except RendererMissing as error:
            raise JobFailed(error.message) from error
        except NOT_DRAWN:
            left_out += 1  # The page keeps its previous appearance.
        context.progress(number, len(page_ids))
    return {"drawn": drawn, "left_out": left_out}
