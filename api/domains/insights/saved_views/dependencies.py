"""Dependencies of the saved view handlers."""

from typing import Annotated

from fastapi import Depends

from api.db.session import SessionDep
from api.domains.insights.saved_views.repository import ViewRepository
from api.domains.insights.saved_views.service import ViewService
from api.kit.clock import NowDep
from api.kit.ids import new_id


def _service(session: SessionDep, now: NowDep) -> ViewService:
    return ViewService(ViewRepository(session), now, new_id)


ViewServiceDep = Annotated[ViewService, Depends(_service)]
