"""Dependencies of the handlers of updates of passes."""

from typing import Annotated

from fastapi import Depends

from api.db.session import SessionDep
from api.domains.wallet.pass_updates.holder_list import HolderList
from api.domains.wallet.pass_updates.service import PassUpdateService
from api.jobs.queue import JobsDep
from api.kit.clock import NowDep
from api.kit.ids import new_id


def _updates(session: SessionDep, jobs: JobsDep, now: NowDep) -> PassUpdateService:
    return PassUpdateService(session, jobs, now, new_id)


def _holders(session: SessionDep) -> HolderList:
    return HolderList(session)


UpdatesDep = Annotated[PassUpdateService, Depends(_updates)]
HolderListDep = Annotated[HolderList, Depends(_holders)]
