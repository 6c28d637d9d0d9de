"""The dependency for the ledger."""

from datetime import datetime
from typing import Annotated

from fastapi import Depends
from sqlalchemy.orm import Session

from api.db.session import SessionDep
from api.domains.promotions.loyalty.repository import LedgerRepository
from api.domains.promotions.loyalty.service import LedgerService
from api.kit.clock import NowDep
from api.kit.ids import new_id


def ledger_of(session: Session, now: datetime) -> LedgerService:
    """The ledger, through a session in its organisation."""
    return LedgerService(LedgerRepository(session), now, new_id)


def _service(session: SessionDep, now: NowDep) -> LedgerService:
    return ledger_of(session, now)


LedgerServiceDep = Annotated[LedgerService, Depends(_service)]
