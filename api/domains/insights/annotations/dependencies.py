"""Dependencies of the annotation handlers."""

from typing import Annotated

from fastapi import Depends

from api.db.session import SessionDep
from api.domains.insights.annotations.repository import AnnotationRepository
from api.domains.insights.annotations.service import AnnotationService
from api.kit.clock import NowDep
from api.kit.ids import new_id
from api.kit.process_state import SettingsDep


def _service(settings: SettingsDep, session: SessionDep, now: NowDep) -> AnnotationService:
    return AnnotationService(AnnotationRepository(session), now, new_id, settings.base_url)


AnnotationServiceDep = Annotated[AnnotationService, Depends(_service)]
