"""Sends the due events of one connection after another, fairly between organisations.

A worker claims the connection that has waited longest for a limited time. It claims deliveries in one transaction,
sends them outside of any, and stores the results in another. Deliveries that a killed worker left behind are sent again
with the same idempotency key, the ID of the event.
"""

import random
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from threading import Event as Signal
from threading import Lock
from typing import Any

import structlog
from sqlalchemy import Engine
from sqlalchemy.orm import Session

from api.domains.commerce.connections.claimed_connection import ClaimedConnection
from api.domains.commerce.connections.events import occurred_at, public_body, sealed_answers
from api.domains.commerce.connections.masking import masked_answer
from api.domains.commerce.connections.models import Connection, ConnectionDelivery
from api.domains.commerce.connections.people import People
from api.domains.commerce.connections.repository import (
    ConnectionRepository,
    DeliveryRepository,
    claim_next,
)
from api.domains.commerce.connections.requests import History, Made, make
from api.integrations.connector import DESCRIPTIONS, connector
from api.integrations.ports.connector import Credentials, Delivery, Receipt, RequestRefused
from api.kit.clock import Clock, utc_now
from runtime.settings import Settings

WORKERS = 4
SERVED_FOR = timedelta(seconds=15)
"""After this time, the next connection is served."""
LEASE = timedelta(seconds=90)
"""When a worker is killed, another one takes over its connection after this time."""
BATCHES_AT_MOST = 200
IDLE_POLL = 0.5
PAUSE_AFTER_FAILURE = 2.0
RETRIES: Sequence[timedelta] = [
    timedelta(seconds=5),
    timedelta(minutes=1),
    timedelta(minutes=5),
    timedelta(minutes=30),
    timedelta(hours=2),
    timedelta(hours=6),
    timedelta(hours=12),
]
"""How long an event waits after each failure."""

log = structlog.get_logger(__name__)


def serve_connections(settings: Settings, engine: Engine, stop: Signal) -> None:
    """Send due events until stopped. One thread at a time looks for more, while the others send or wait."""
    looking = Lock()

    def work() -> None:
        while not stop.is_set():
            try:
                with looking:
                    serving = None if stop.is_set() else claim_serving(settings, engine)
                    if serving is None:
                        stop.wait(IDLE_POLL)
                if serving is not None:
                    serving.run()
            except Exception:
                log.exception("serving a connection failed")
                stop.wait(PAUSE_AFTER_FAILURE)

    with ThreadPoolExecutor(WORKERS, thread_name_prefix="connections") as pool:
        for _ in range(WORKERS):
            pool.submit(work)


def claim_serving(settings: Settings, engine: Engine, clock: Clock = utc_now) -> "Serving | None":
    """Claim the connection that has waited longest; return None if nothing is due."""
    now = clock()
    with Session(engine) as session, session.begin():
        claimed = claim_next(session, now, now + LEASE)
    return None if claimed is None else Serving(settings, engine, clock, *claimed)


def serve_next(settings: Settings, engine: Engine, clock: Clock = utc_now) -> bool:
    """Serve the connection that has waited longest; return False if nothing is due."""
    serving = claim_serving(settings, engine, clock)
    if serving is None:
        return False
    serving.run()
    return True


class Serving(ClaimedConnection):
    """The due events of one connection, which no other worker serves meanwhile."""

    def run(self) -> None:
        """Send until nothing is due, the vendor asks for a pause, or other connections wait."""
        started = time.monotonic()
        try:
            for _ in range(BATCHES_AT_MOST):
                pause = self._batch()
                if pause is None or time.monotonic() - started > SERVED_FOR.total_seconds():
                    break
                time.sleep(pause)
        finally:
            self.transact(self._release)

    def _batch(self) -> float | None:
        """Send one batch. Return the seconds to wait before the next one; None if no batch is left for now."""
        claimed = self.transact(self._claim)
        if claimed is None:
            return None
        connection, deliveries = claimed
        description = DESCRIPTIONS[connection.vendor]
        credentials, failed = self.transact(self.credentials)
        if failed is not None:
            self.transact(lambda session: self._wait(session, failed))
            return None
        settings = description.settings.model_validate(connection.settings)
        vendor = connector(self._settings, connection.vendor)
        made = make(
            "delivery",
            credentials,
            lambda: vendor.send(credentials, settings, deliveries),
            events=len(deliveries),
        )
        goes_on = self.transact(lambda session: self._store(session, credentials, made))
        return 1.0 / description.per_second if goes_on else None

    def _wait(self, session: Session, made: Made) -> None:
        """Let the claimed deliveries wait for new tokens. The request is already in the history."""
        now = self._clock()
        values = [self._postponed(it, made, now) for it in self._claimed]
        DeliveryRepository(session).change_many(self._org_id, values)

    def _claim(self, session: Session) -> tuple[Connection, list[Delivery]] | None:
        now = self._clock()
        row = ConnectionRepository(session).find(self._org_id, self._connection_id, locked=True)
        if row is None or row.status != "connected" or (row.not_before or now) > now:
            return None
        row.busy_until = now + LEASE
        store = DeliveryRepository(session)
        due = store.lock_due(
            self._org_id, row.connection_id, now, DESCRIPTIONS[row.vendor].batch_size
        )
        if not due:
            return None
        for it in due:
            it.state, it.tries = "sending", it.tries + 1
            it.due_at = now + LEASE
        self._claimed = [(it.delivery_id, it.tries, it.give_up_at) for it in due]
        people = People(session, self._settings, self._org_id, now)
        known = people.find(it.customer_id for it in due if it.customer_id)
        return row, [_delivery(it, people, known) for it in due]

    def _store(self, session: Session, credentials: Credentials, made: Made) -> bool:
        """Store the results of the batch; return whether to continue."""
        now = self._clock()
        connections = ConnectionRepository(session)
        row = connections.find(self._org_id, self._connection_id, locked=True)
        if row is None:  # removed meanwhile, with its deliveries
            return False
        receipts: list[Receipt] = made.result or []
        was_asked = made.problem is not None or any(it.outcome != "skipped" for it in receipts)
        if was_asked:
            History(connections, now).store(row, made)
        DeliveryRepository(session).change_many(
            self._org_id,
            [
                self._ended(claimed, receipts[place], credentials, now)
                if made.problem is None
                else self._postponed(claimed, made, now)
                for place, claimed in enumerate(self._claimed)
            ],
        )
        return made.problem is None or isinstance(made.problem, RequestRefused)

    def _ended(
        self,
        claimed: tuple[str, int, datetime],
        receipt: Receipt,
        credentials: Credentials,
        now: datetime,
    ) -> dict[str, Any]:
        if receipt.outcome == "later":
            return {
                "delivery_id": claimed[0],
                "state": "waiting" if now < claimed[2] else "set_aside",
                "due_at": now,
                "ended_at": None if now < claimed[2] else now,
                "last_status": receipt.status,
                "last_answer": masked_answer(receipt.text, credentials),
            }
        return {
            "delivery_id": claimed[0],
            "state": receipt.outcome,
            "ended_at": now,
            "last_status": receipt.status,
            "last_answer": masked_answer(receipt.text, credentials),
        }

    def _postponed(
        self, claimed: tuple[str, int, datetime], made: Made, now: datetime
    ) -> dict[str, Any]:
        delivery_id, tries, give_up_at = claimed
        values: dict[str, Any] = {
            "delivery_id": delivery_id,
            "last_status": made.status,
            "last_answer": made.answer,
        }
        if made.outcome == "refused":
            return values | {"state": "refused", "ended_at": now}
        if now >= give_up_at:
            return values | {"state": "set_aside", "ended_at": now}
        # Only a failure of the vendor delays an event. If the vendor is busy or refuses access, the
        # event itself is fine.
        wait = RETRIES[min(tries, len(RETRIES)) - 1] if made.outcome == "down" else timedelta()
        jitter = random.uniform(0.9, 1.1)  # noqa: S311
        return values | {"state": "waiting", "due_at": now + wait * jitter}

    def _release(self, session: Session) -> None:
        row = ConnectionRepository(session).find_any(self._org_id, self._connection_id)
        if row is not None:
            row.busy_until = None


def _delivery(row: ConnectionDelivery, people: People, known: dict[str, Any]) -> Delivery:
    sealed = sealed_answers(row.event)
    customer_id = row.customer_id
    return Delivery(
        event_id=str(row.event_id),
        kind=row.kind,
        occurred_at=occurred_at(row.event),
        body=public_body(row.event),
        person=known.get(customer_id) if customer_id else None,
        answers=people.answers(customer_id, sealed) if customer_id and sealed else {},
        is_repeat=row.tries > 1 or row.last_status is not None or bool(row.last_answer),
    )
