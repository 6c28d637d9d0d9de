"""Applies incoming webhooks in any order, each once and in its own transaction.

A webhook only means that something changed. The current state is read from the vendor, so that late, duplicate and
reordered webhooks do no harm.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import structlog
from sqlalchemy import Engine
from sqlalchemy.orm import Session

from api.domains.commerce.connections.claimed_connection import ClaimedConnection
from api.domains.commerce.connections.incoming_repository import (
    IncomingRepository,
    claim_incoming,
)
from api.domains.commerce.connections.models import Connection
from api.domains.commerce.connections.order_recording import ForeignOrders, TakenOrder
from api.domains.commerce.connections.privacy import PRIVACY_HANDLERS
from api.domains.commerce.connections.repository import ConnectionRepository
from api.domains.commerce.connections.requests import History, Made, make
from api.domains.commerce.connections.sealing import CredentialBox, IncomingBox
from api.domains.commerce.connections.types import WAITED_OUT
from api.domains.content.shop_products.reading import mark_changed
from api.integrations.connector import DESCRIPTIONS, connector
from api.integrations.incoming import orders_at
from api.integrations.ports.connector import CredentialsRefused
from api.integrations.ports.incoming import (
    ForeignOrder,
    OrdersConnector,
    PrivacyRequest,
    VendorNews,
)
from api.kit.clock import Clock, utc_now
from api.kit.database_errors import is_deadlock, is_passing
from runtime.settings import Settings

AT_ONCE = 25
LEASE = timedelta(seconds=90)
WAITS: Sequence[timedelta] = [timedelta(seconds=it) for it in (2, 15, 60, 300, 1800, 7200)]
"""How long a webhook waits after each failure of its vendor."""


log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class _Claimed:
    incoming_id: str
    tries: int
    received_at: datetime
    news: VendorNews
    kept_body: str
    """The encrypted part of the body that is stored after processing, so that the webhook can be applied again."""


def apply_webhooks_of_next(settings: Settings, engine: Engine, clock: Clock = utc_now) -> bool:
    """Apply the webhooks of one connection; return False if nothing is due."""
    now = clock()
    with Session(engine) as session, session.begin():
        claimed = claim_incoming(session, now, now + LEASE)
    if claimed is None:
        return False
    WebhookRun(settings, engine, clock, *claimed).run()
    return True


class WebhookRun(ClaimedConnection):
    """The due webhooks of one connection, which no other worker applies meanwhile."""

    def run(self) -> None:
        """Apply the webhooks that are due now."""
        try:
            row, claimed = self.transact(self._claim)
            if row is None or not claimed:
                return
            self._shop = orders_at(self._settings, row.vendor)
            asked = sorted({it for one in claimed for it in one.news.order_ids})
            orders: dict[str, ForeignOrder] = {}
            if asked:
                made = self._read(row, asked)
                if made.problem is not None:
                    waiting = [it for it in claimed if it.news.order_ids]
                    self.transact(lambda session: self._postpone(session, waiting, made))
                    claimed = [it for it in claimed if not it.news.order_ids]
                else:
                    orders = {it.foreign_id: it for it in made.result}
            for one in claimed:
                self._apply_alone(row, one, orders)
        finally:
            self.transact(self._release)

    def _apply_alone(self, row: Connection, one: _Claimed, orders: dict[str, ForeignOrder]) -> None:
        """Apply one webhook. A webhook that fails because of a fault in Waypost is marked as failed, so that it does
        not hold up the others.
        """
        try:
            self._apply(row, one, orders)
        except Exception as fault:
            if is_passing(fault) or is_deadlock(fault):
                raise
            log.exception("webhook not applied", org_id=self._org_id, incoming_id=one.incoming_id)
            self.transact(lambda session: self._finish(session, one, "failed", "fault"))

    def _claim(self, session: Session) -> tuple[Connection | None, list[_Claimed]]:
        now = self._clock()
        row = ConnectionRepository(session).find(self._org_id, self._connection_id)
        if row is None:
            return None, []
        reader = orders_at(self._settings, row.vendor)
        box = IncomingBox(self._settings)
        claimed = []
        for it in IncomingRepository(session).lock_due(
            self._org_id, self._connection_id, now, AT_ONCE
        ):
            it.tries += 1
            it.due_at = now + LEASE
            body = box.unseal(it.body_sealed)
            news, kept = reader.meaning(it.topic, body), box.seal(reader.essential(it.topic, body))
            claimed.append(_Claimed(it.incoming_id, it.tries, it.received_at, news, kept))
        return row, claimed

    def _read(self, row: Connection, asked: Sequence[str]) -> Made:
        """Read the current state of the orders from the shop; a failed request is recorded in the history."""
        credentials, failed = self.transact(self.credentials)
        if failed is not None:
            return failed
        shop: OrdersConnector = self._shop
        made = make("read", credentials, lambda: shop.orders(credentials, asked))

        def store(session: Session) -> None:
            connections = ConnectionRepository(session)
            mine = connections.find(self._org_id, row.connection_id, locked=True)
            if mine is not None and made.problem is not None:
                History(connections, self._clock()).store(mine, made)

        self.transact(store)
        return made

    def _apply(self, row: Connection, one: _Claimed, orders: dict[str, ForeignOrder]) -> None:
        news = one.news
        if news.is_gone:
            self._leave(row, one)
            return

        def apply(session: Session) -> None:
            now = self._clock()
            done: list[TakenOrder] = []
            if news.privacy is not None:
                done.append(self._answer(session, news.privacy, now))
            elif news.product_ids:
                done.append(_marked(session, self._org_id, news.product_ids))
            elif not row.settings.get("takes_orders", True):
                done.append(TakenOrder("left_out", "not_wanted"))
            else:
                shop = ForeignOrders(session, self._settings, self._org_id, row.vendor, now)
                done += [
                    shop.take(orders[it]) if it in orders else TakenOrder("left_out", "not_there")
                    for it in news.order_ids
                ]
            last = done[-1] if done else TakenOrder("left_out", "not_ours")
            self._finish(session, one, last.outcome, last.note, last.customer_id)

        self.transact(apply)

    def _answer(self, session: Session, request: PrivacyRequest, now: datetime) -> TakenOrder:
        handler = PRIVACY_HANDLERS[request.kind]
        answer = handler(session, self._settings, self._org_id, request, now)
        return TakenOrder("applied", answer.note, answer.customer_id)

    def _leave(self, row: Connection, one: _Claimed) -> None:
        """Handle the vendor's report that Waypost's app was removed there. It counts only once the vendor refuses the
        tokens.
        """
        credentials, failed = self.transact(self.credentials)
        description = DESCRIPTIONS[row.vendor]
        settings = description.settings.model_validate(row.settings)
        vendor = connector(self._settings, row.vendor)
        made = failed or make("test", credentials, lambda: vendor.check(credentials, settings))
        if made.problem is not None and not isinstance(made.problem, CredentialsRefused):
            self.transact(lambda session: self._postpone(session, [one], made))
            return

        def store(session: Session) -> None:
            connections = ConnectionRepository(session)
            mine = connections.find(self._org_id, row.connection_id, locked=True)
            if mine is None:
                return
            if made.problem is None:
                self._finish(session, one, "left_out", "still_there")
                return
            box, now = CredentialBox(self._settings), self._clock()
            kept = {it.name for it in description.fields if not it.is_secret}
            left = {name: it for name, it in credentials.items() if name in kept}
            if one.news.forgets:
                connections.delete(mine)
                return
            error = {"code": "uninstalled", "status": None, "answer": "", "at": now.isoformat()}
            connections.change(
                mine,
                status="broken",
                broken_since=mine.broken_since or now,
                last_error=error,
                refresh_at=None,
                credentials_sealed=box.seal(left),
            )
            self._finish(session, one, "applied", "uninstalled")

        self.transact(store)

    def _finish(
        self,
        session: Session,
        one: _Claimed,
        state: str,
        note: str,
        customer_id: str | None = None,
    ) -> None:
        values: dict[str, Any] = {"state": state, "note": note, "applied_at": self._clock()}
        values["body_sealed"] = one.kept_body
        IncomingRepository(session).finish(
            self._org_id, one.incoming_id, one.tries, **values, customer_id=customer_id
        )

    def _postpone(self, session: Session, waiting: Sequence[_Claimed], made: Made) -> None:
        now = self._clock()
        rows = IncomingRepository(session)
        for one in waiting:
            is_over = now - one.received_at >= WAITED_OUT or made.outcome == "refused"
            wait = WAITS[min(one.tries, len(WAITS)) - 1]
            values: dict[str, Any] = {"due_at": now + wait}
            if is_over:
                values = {"state": "failed", "body_sealed": one.kept_body}
            rows.finish(self._org_id, one.incoming_id, one.tries, **values, note=made.outcome)

    def _release(self, session: Session) -> None:
        row = ConnectionRepository(session).find_any(self._org_id, self._connection_id)
        if row is not None:
            row.incoming_until = self._clock()  # behind shops that wait longer


def _marked(session: Session, org_id: str, product_ids: Sequence[str]) -> TakenOrder:
    """Mark products that pages show as changed, so that `shop_upkeep.py` fetches them from the shop."""
    count = mark_changed(session, org_id, product_ids)
    return TakenOrder("applied") if count else TakenOrder("left_out", "not_on_pages")
