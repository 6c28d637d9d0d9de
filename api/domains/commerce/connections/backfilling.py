"""Backfill of a shop's past orders, page by page. Each page is recorded in the transaction that advances the position.

A worker that is killed or overtaken by another one leaves nothing half done, because a page counts only if the position
is still where the worker started. Only that step locks the backfill, after the orders are recorded, so that pausing
never waits for a page.
"""

from datetime import datetime, timedelta

import structlog
from sqlalchemy import Engine
from sqlalchemy.orm import Session

from api.domains.commerce.connections.claimed_connection import ClaimedConnection
from api.domains.commerce.connections.incoming_repository import (
    BackfillRepository,
    claim_backfill,
)
from api.domains.commerce.connections.order_recording import ForeignOrders, TakenOrder
from api.domains.commerce.connections.repository import ConnectionRepository
from api.domains.commerce.connections.requests import (
    History,
    Made,
    make,
    requested_wait,
)
from api.integrations.incoming import orders_at
from api.integrations.ports.connector import Credentials
from api.integrations.ports.incoming import ForeignOrder, OrdersPage
from api.kit.clock import Clock, utc_now
from api.kit.database_errors import is_deadlock, is_passing
from runtime.settings import Settings

LEASE = timedelta(seconds=90)
WAIT = timedelta(seconds=10)
"""How long to wait after a page that could not be read."""

log = structlog.get_logger(__name__)


def backfill_next(settings: Settings, engine: Engine, clock: Clock = utc_now) -> bool:
    """Read and record one page of the backfill that has waited longest; return False if no backfill is running."""
    now = clock()
    with Session(engine) as session, session.begin():
        claimed = claim_backfill(session, now, now + LEASE)
    if claimed is None:
        return False
    _Page(settings, engine, clock, *claimed).run()
    return True


class _Overtaken(Exception):
    """Raised when another worker has already recorded this page."""


class _Page(ClaimedConnection):
    def __init__(
        self,
        settings: Settings,
        engine: Engine,
        clock: Clock,
        org_id: str,
        connection_id: str,
        backfill_id: str,
    ) -> None:
        super().__init__(settings, engine, clock, org_id, connection_id)
        self._backfill_id = backfill_id

    def run(self) -> None:
        """Read the page, then record it with the next position."""
        begun = self.transact(self._begin)
        if begun is None:
            return
        vendor, credentials, position, since, made = begun
        if made is None:
            shop = orders_at(self._settings, vendor)
            made = make(
                "backfill", credentials, lambda: shop.orders_page(credentials, position, since)
            )
        page = made
        try:
            self.transact(lambda session: self._record(session, position, page))
        except _Overtaken:
            log.info("backfill page recorded by another worker", org_id=self._org_id)

    def _begin(
        self, session: Session
    ) -> tuple[str, Credentials, str | None, datetime, Made | None] | None:
        row = BackfillRepository(session).find(self._org_id, self._backfill_id, locked=False)
        connection = ConnectionRepository(session).find(self._org_id, self._connection_id)
        if row is None or connection is None:
            return None
        credentials, made = self.credentials(session)
        return connection.vendor, credentials, row.position, row.since, made

    def _record(self, session: Session, position: str | None, made: Made) -> None:
        now, failed = self._clock(), made.problem is not None
        connections = ConnectionRepository(session)
        # Pausing and removing lock the connection first, too.
        connection = connections.find(self._org_id, self._connection_id, locked=failed)
        backfills = BackfillRepository(session)
        row = backfills.find(self._org_id, self._backfill_id, locked=failed)
        if row is None or connection is None or row.position != position:
            return
        if made.problem is not None:
            row.not_before = now + (requested_wait(made.problem) or WAIT)
            if made.outcome == "refused":
                row.state = "paused"
            if made.purpose == "backfill":
                History(connections, now).store(connection, made)
            return
        if row.state != "running":
            return
        page: OrdersPage = made.result
        orders = ForeignOrders(session, self._settings, self._org_id, connection.vendor, now)
        taken = [self._take(session, orders, it) for it in page.orders]
        row = backfills.find(self._org_id, self._backfill_id, locked=True)
        if row is None or row.position != position:
            raise _Overtaken
        row.position = page.next_position
        row.pages += 1
        row.read += len(taken)
        row.recorded += sum(it.outcome == "applied" for it in taken)
        row.left_out += sum(it.outcome == "left_out" for it in taken)
        row.total = page.total if page.total is not None else row.total
        row.not_before = now
        if page.next_position is None and row.state != "cancelled":
            row.state, row.ended_at = "done", now

    def _take(self, session: Session, orders: ForeignOrders, it: ForeignOrder) -> TakenOrder:
        """Record one order. An order that fails because of a fault in Waypost is left out, so that it does not hold up
        the others.
        """
        try:
            with session.begin_nested():
                return orders.take(it)
        except Exception as fault:
            if is_passing(fault) or is_deadlock(fault):
                raise
            log.exception("order of the past not recorded", org_id=self._org_id, number=it.number)
            return TakenOrder("left_out", "fault")
