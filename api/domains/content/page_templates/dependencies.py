"""Dependencies of the template handlers."""

from typing import Annotated

from fastapi import Depends

from api.db.session import SessionDep
from api.domains.content.page_templates.service import TemplateService
from api.kit.clock import NowDep
from api.kit.ids import new_id


def _service(session: SessionDep, now: NowDep) -> TemplateService:
    return TemplateService(session, now, new_id)


TemplateServiceDep = Annotated[TemplateService, Depends(_service)]
