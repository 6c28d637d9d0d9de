"""The dependency for the ledger."""

from typing import Annotated

from fastapi import Depends

from api.db.session import SessionDep
from api.domains.promotions.loyalty.repository import LedgerRepository
from api.domains.promotions.loyalty.service import LedgerService
from api.kit.clock import NowDep
from api.kit.ids import new_id


def _service(session: SessionDep, now: NowDep) -> LedgerService:
    return LedgerService(LedgerRepository(session), now, new_id)


LedgerServiceDep = Annotated[LedgerService, Depends(_service)]
