"""Builds what the handlers of annotations need."""

from typing import Annotated

from fastapi import Depends

from api.db.session import SessionDep
from api.domains.annotations.repository import AnnotationRepository
from api.domains.annotations.service import AnnotationService
from api.kit.clock import NowDep
from api.kit.ids import new_id


def _service(session: SessionDep, now: NowDep) -> AnnotationService:
    return AnnotationService(AnnotationRepository(session), now, new_id)


AnnotationServiceDep = Annotated[AnnotationService, Depends(_service)]
