"""API routes of templates. The music host requests the same gallery under another name."""

from typing import Annotated

from fastapi import Query

from api.auth.member import EditorDep, ViewerDep
from api.db.routing import ApiRouter
from api.domains.content.page_templates.dependencies import TemplateServiceDep
from api.domains.content.page_templates.schemas import (
    TemplateList,
    TemplateRef,
    TemplateRemoved,
)
from api.kit.pagination import DEFAULT_PAGE_SIZE, MAX_PAGE, MAX_PAGE_SIZE, Paging

router = ApiRouter(tags=["templates"])


@router.get("/v1/templates")
@router.get("/v1/music-listing", operation_id="list_music_templates")
def list_templates(
    me: ViewerDep,
    templates: TemplateServiceDep,
    page: Annotated[int, Query(ge=1, le=MAX_PAGE)] = 1,
    page_size: Annotated[int | None, Query(alias="pageSize", ge=1, le=MAX_PAGE_SIZE)] = None,
    per_page: Annotated[int | None, Query(ge=1, le=MAX_PAGE_SIZE)] = None,
    text: Annotated[
        str | None,
        Query(alias="filter", max_length=200, description="Text that the name must contain"),
    ] = None,
) -> TemplateList:
    """List the built-in templates, followed by the organisation's own."""
    paging = Paging(page, page_size or per_page or DEFAULT_PAGE_SIZE)
    items, total = templates.list_templates(me, text, paging)
    return TemplateList(items=items, page=page, pageSize=paging.page_size, total=total)


@router.post("/v1/delete-template")
def delete_template(
    body: TemplateRef, me: EditorDep, templates: TemplateServiceDep
) -> TemplateRemoved:
    """Delete one of your own templates, or one that is shared with the organisation."""
    templates.remove(me, body.template_id)
    return TemplateRemoved(template_id=body.template_id)
