"""Finds passes whose newest change was not fetched by any phone within a day."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlalchemy import Engine
from sqlalchemy.orm import Session
from uuid_utils.compat import uuid7

from api.auth.tenants import organization_of
from api.db.engine import make_engine
from api.db.session import enter_tenant
from api.domains.wallet.passes.events import pass_event
from api.domains.wallet.passes.repository import PassRepository
from ingest.outbox.recording import record_many
from runtime.settings import Settings

STALE_AFTER = timedelta(hours=24)
BATCH = 500


def record_stale_passes(settings: Settings, org_ids: Sequence[str], now: datetime) -> int:
    """Record each change that no phone had fetched after a day, once, and return the number of passes.

    A phone that registered after the change counts as up to date, because it got the pass in that state.
    """
    if not org_ids:
        return 0
    engine = make_engine(settings)
    try:
        return sum(_record_stale(engine, org_id, now) for org_id in org_ids)
    finally:
        engine.dispose()


def _record_stale(engine: Engine, org_id: str, now: datetime) -> int:
    count = 0
    while True:
        with Session(engine) as session, session.begin():
            enter_tenant(session, org_id)
            rows = PassRepository(session).take_stale(org_id, now - STALE_AFTER, BATCH)
            is_demo = bool(rows) and organization_of(session, org_id).is_demo
            events = [
                pass_event(row, "stale", is_demo=is_demo, event_id=uuid7(), now=now) for row in rows
            ]
            record_many(session, events)
        count += len(rows)
        if len(rows) < BATCH:
            return count
