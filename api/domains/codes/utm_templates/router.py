"""The calls for UTM templates."""

from typing import Annotated

from fastapi import Depends

from api.auth.member import EditorDep, ViewerDep
from api.db.routing import ApiRouter
from api.db.session import SessionDep
from api.domains.codes.codes.utm import Utm
from api.domains.codes.utm_templates.models import UtmTemplate
from api.domains.codes.utm_templates.repository import UtmTemplateRepository
from api.domains.codes.utm_templates.schemas import (
    ListUtmTemplates,
    SaveUtmTemplate,
    UtmTemplateDeleted,
    UtmTemplateList,
    UtmTemplateRead,
    UtmTemplateRef,
)
from api.domains.codes.utm_templates.service import UtmTemplateService
from api.kit.clock import NowDep
from api.kit.ids import new_id

router = ApiRouter(tags=["utm_templates"])


def _service(session: SessionDep, now: NowDep) -> UtmTemplateService:
    return UtmTemplateService(UtmTemplateRepository(session), now, new_id)


UtmTemplateServiceDep = Annotated[UtmTemplateService, Depends(_service)]


@router.post("/v1/list-utm-templates")
def list_utm_templates(
    _body: ListUtmTemplates, me: ViewerDep, templates: UtmTemplateServiceDep
) -> UtmTemplateList:
    """List the organisation's UTM templates by name."""
    items = [_read(it) for it in templates.list_all(me.org_id)]
    return UtmTemplateList(items=items, total=len(items))


@router.post("/v1/save-utm-template")
def save_utm_template(
    body: SaveUtmTemplate, me: EditorDep, templates: UtmTemplateServiceDep
) -> UtmTemplateRead:
    """Save UTM values as a template. With an ID, change an existing template."""
    return _read(templates.save(me.org_id, me.caller_id, body))


@router.post("/v1/delete-utm-template")
def delete_utm_template(
    body: UtmTemplateRef, me: EditorDep, templates: UtmTemplateServiceDep
) -> UtmTemplateDeleted:
    """Delete a UTM template. Codes keep the parameters that were added with it."""
    templates.remove(me.org_id, body.template_id)
    return UtmTemplateDeleted(template_id=body.template_id)


def _read(template: UtmTemplate) -> UtmTemplateRead:
    return UtmTemplateRead(
        template_id=template.template_id,
        name=template.name,
        utm=Utm(
            source=template.source,
            medium=template.medium,
            campaign=template.campaign,
            term=template.term,
            content=template.content,
        ),
        created_at=template.created_at,
        updated_at=template.updated_at,
    )
