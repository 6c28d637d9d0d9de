"""Dependencies of the handlers of seasons."""

from typing import Annotated

from fastapi import Depends

from api.db.session import SessionDep
from api.domains.promotions.leaderboards.service import SeasonService
from api.kit.clock import NowDep


def _service(session: SessionDep, now: NowDep) -> SeasonService:
    return SeasonService(session, now)


SeasonServiceDep = Annotated[SeasonService, Depends(_service)]
