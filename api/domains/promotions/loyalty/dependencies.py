"""The dependency for the ledger."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Any

from fastapi import Depends
from sqlalchemy import Row
from sqlalchemy.orm import Session
from uuid_utils.compat import uuid7

from api.auth.tenants import organization_of
from api.db.session import SessionDep
from api.domains.promotions.loyalty.events import points_recorded
from api.domains.promotions.loyalty.repository import LedgerRepository
from api.domains.promotions.loyalty.service import LedgerService
from api.kit.clock import NowDep
from api.kit.ids import new_id
from ingest.outbox.recording import record_many


def ledger_of(session: Session, now: datetime) -> LedgerService:
    """Return the ledger service for a session in its organisation."""

    def record(org_id: str, entries: Sequence[Row[Any]]) -> None:
        is_demo = organization_of(session, org_id).is_demo
        events = (
            points_recorded(org_id, entry, is_demo=is_demo, event_id=uuid7(), now=now)
            for entry in entries
        )
        record_many(session, events)

    return LedgerService(LedgerRepository(session), record, now, new_id)


def _service(session: SessionDep, now: NowDep) -> LedgerService:
    return ledger_of(session, now)


LedgerServiceDep = Annotated[LedgerService, Depends(_service)]
