"""Orders and refunds: each is recorded once by its number, together with the points it gives or takes back, in one
transaction.
"""

from collections.abc import Callable, Sequence
from datetime import date, datetime, time, timedelta
from uuid import UUID
from zoneinfo import ZoneInfo

from api.auth.member import Member
from api.domains.people.customers.reading import customer_names
from api.domains.promotions.earning.schemas import EarnedRead
from api.domains.promotions.earning.settlement import Earner
from api.domains.promotions.earning.types import Happening
from api.domains.promotions.loyalty.service import LedgerService
from api.domains.promotions.loyalty.types import Origin
from api.domains.promotions.orders.errors import (
    OrderNotFound,
    OrderNumberReused,
    RefundNumberReused,
    RefundTooLarge,
)
from api.domains.promotions.orders.events import order_recorded
from api.domains.promotions.orders.models import CustomerOrder, OrderRefund
from api.domains.promotions.orders.repository import OrderRepository
from api.domains.promotions.orders.schemas import (
    ListOrders,
    OrderRead,
    RecordOrder,
    RefundOrder,
    RefundRead,
)
from api.domains.promotions.rewards.cards import CardService
from api.domains.promotions.rewards.definitions import KnowsCode
from api.domains.promotions.rewards.errors import CodeNotFound, invalid
from api.kit.pagination import Page, page_of
from ingest.contracts.envelope import Event

AHEAD = timedelta(minutes=10)
"""How far ahead the clock of a shop may be."""

Record = Callable[[Event], None]
CardIndex = Callable[[str, str], bytes]
"""Returns the blind index of a payment card's fingerprint in an organisation."""


class OrderService:
    """Orders of one organisation."""

    def __init__(
        self,
        orders: OrderRepository,
        cards: CardService,
        ledger: LedgerService,
        earner: Earner,
        knows_code: KnowsCode,
        *,
        card_index: CardIndex,
        record: Record,
        now: datetime,
        new_id: Callable[[str], str],
        new_event_id: Callable[[], UUID],
    ) -> None:
        self._orders = orders
        self._cards = cards
        self._ledger = ledger
        self._earner = earner
        self._knows_code = knows_code
        self._card_index = card_index
        self._record = record
        self._now = now
        self._new_id = new_id
        self._new_event_id = new_event_id

    def record(self, me: Member, body: RecordOrder) -> OrderRead:
        """Record an order and apply the earning rules. Raises the same errors as `store`."""
        return self.reads(me.org_id, [self.store(me, body)])[0]

    def store(self, me: Member, body: RecordOrder) -> CustomerOrder:
        """Like `record`, but return the order alone.

        Raises:
            CardNotFound, CustomerNotFound: there is no such customer.
            CodeNotFound: there is no such code.
            OrderNumberReused: another order has this number.
        """
        if body.code_id is not None and not self._knows_code(me.org_id, body.code_id):
            raise CodeNotFound
        ordered_at = body.ordered_at or self._now
        if ordered_at > self._now + AHEAD:
            raise invalid("ordered_at", "must not be in the future")
        customer_ids = self._cards.known_or_new(me, body)
        self._ledger.lock_customer(me.org_id, customer_ids)
        named = ("source", "order_number", "amount_cents", "currency", "item_count", "code_id")
        values = {name: getattr(body, name) for name in named}
        values |= {
            "order_id": self._new_id("ord"),
            "customer_id": customer_ids[0],
            "card_index": body.card_fingerprint
            and self._card_index(me.org_id, body.card_fingerprint),
            "ordered_at": ordered_at,
            "recorded_at": self._now,
            "recorded_by": me.caller_id or None,
        }
        is_new = self._orders.add(me.org_id, values)
        order = self._get(me.org_id, body.source, body.order_number)
        if is_new:
            self._earn(me, customer_ids, order)
        elif not _is_same(order, body, customer_ids):
            raise OrderNumberReused
        return order

    def refund(self, me: Member, body: RefundOrder) -> OrderRead:
        """Refund an order, in whole or in part, and take back what is left of what it earned. Raises the same errors as
        `store_refund`.
        """
        return self.reads(me.org_id, [self.store_refund(me, body)])[0]

    def store_refund(self, me: Member, body: RefundOrder) -> CustomerOrder:
        """Like `refund`, but return the order alone.

        Raises:
            OrderNotFound: there is no such order.
            RefundTooLarge: less than this is left of the order.
            RefundNumberReused: another refund has this number.
        """
        if body.refunded_at is not None and body.refunded_at > self._now + AHEAD:
            raise invalid("refunded_at", "must not be in the future")
        found = self._get(me.org_id, body.source, body.order_number)
        # The same lock order as for every change of a balance: the customer first, then what
        # belongs to them.
        self._ledger.lock_customer(me.org_id, self._cards.person(me.org_id, found.customer_id))
        order = self._orders.lock(me.org_id, found.order_id)
        if order is None:
            raise OrderNotFound
        number = body.refund_number or self._new_id("rfn")
        before = self._orders.find_refund(me.org_id, order.order_id, number)
        if before is not None and body.amount_cents not in (None, before.amount_cents):
            raise RefundNumberReused
        if before is None:
            self._refund(me, order, number, body)
        return order

    def page(self, me: Member, body: ListOrders) -> Page[OrderRead]:
        """Return a page of orders, newest first.

        Raises:
            CustomerNotFound: there is no such customer.
        """
        wanted, zone = body.customer_id, ZoneInfo(me.time_zone)
        ids = None if wanted is None else self._cards.person(me.org_id, wanted)
        since = None if body.first_day is None else _midnight(body.first_day, zone)
        last = body.last_day
        until = None if last is None else _midnight(last + timedelta(days=1), zone)
        orders, total = self._orders.page_of_orders(me.org_id, body, ids, since, until)
        return page_of(self.reads(me.org_id, orders), total, body.paging)

    def reads(self, org_id: str, orders: Sequence[CustomerOrder]) -> list[OrderRead]:
        """Convert orders to their response form."""
        ids = [order.order_id for order in orders]
        refunds, earned = self._orders.refunds(org_id, ids), self._earner.of_sources(org_id, ids)
        customer_ids = {order.customer_id for order in orders}
        people = customer_names(self._orders.session, org_id, customer_ids)
        looked_up = ("earned", "refunds", "customer_name")
        names = [name for name in OrderRead.model_fields if name not in looked_up]
        return [
            OrderRead(
                **{name: getattr(order, name) for name in names},
                customer_name=people.get(order.customer_id),
                earned=[EarnedRead.model_validate(it) for it in earned[order.order_id]],
                refunds=[
                    RefundRead.model_validate(it) for it in refunds if it.order_id == order.order_id
                ],
            )
            for order in orders
        ]

    def _get(self, org_id: str, source: str, order_number: str) -> CustomerOrder:
        order = self._orders.find(org_id, source, order_number)
        if order is None:
            raise OrderNotFound
        return order

    def _earn(self, me: Member, customer_ids: Sequence[str], order: CustomerOrder) -> None:
        event_id = self._new_event_id()
        self._record(
            order_recorded(
                *(order, "paid", order.amount_cents),
                at=order.ordered_at,
                is_demo=me.is_demo,
                event_id=event_id,
                now=self._now,
            )
        )
        it = Happening(
            kind="order",
            source=order.order_id,
            at=order.ordered_at,
            code_id=order.code_id,
            amount_cents=order.amount_cents,
            currency=order.currency,
            event_id=event_id,
        )
        self._earner.earn(me.org_id, me.time_zone, customer_ids, it)

    def _refund(self, me: Member, order: CustomerOrder, number: str, body: RefundOrder) -> None:
        left = order.amount_cents - order.refunded_cents
        amount = left if body.amount_cents is None else body.amount_cents
        if amount > left or not left:
            raise RefundTooLarge
        refund_id = self._new_id("rfd")
        refunded_at = body.refunded_at or self._now
        before, after = order.refunded_cents, order.refunded_cents + amount
        taken, short = {"points": 0, "stamps": 0}, {"points": 0, "stamps": 0}
        given = self._earner.of_sources(me.org_id, [order.order_id])[order.order_id]
        for earned in given:
            due = owed(earned.amount, order.amount_cents, after) - owed(
                earned.amount, order.amount_cents, before
            )
            if due and earned.movement_id is not None:
                origin = Origin(
                    f"refund:{refund_id}:{earned.rule_id}",
                    me.caller_id or None,
                    earned.name,
                    order.code_id,
                )
                back = self._ledger.take_back(me.org_id, earned.movement_id, due, origin)
                taken[earned.unit] += back
                short[earned.unit] += due - back
        order.refunded_cents = after
        self._orders.add_refund(
            OrderRefund(
                refund_id=refund_id,
                org_id=me.org_id,
                order_id=order.order_id,
                refund_number=number,
                amount_cents=amount,
                points_taken=taken["points"],
                points_short=short["points"],
                stamps_taken=taken["stamps"],
                stamps_short=short["stamps"],
                note=body.note,
                refunded_at=refunded_at,
                recorded_by=me.caller_id or None,
            )
        )
        self._record(
            order_recorded(
                *(order, "refunded", -amount),
                at=refunded_at,
                is_demo=me.is_demo,
                event_id=self._new_event_id(),
                now=self._now,
            )
        )


def owed(earned: int, amount_cents: int, refunded_cents: int) -> int:
    """Return how much of what an order earned has to be taken back for the refunded amount. The customer keeps the
    share for what they finally paid, rounded down, regardless of the number of refunds.
    """
    return earned - earned * (amount_cents - refunded_cents) // amount_cents


def _is_same(order: CustomerOrder, body: RecordOrder, customer_ids: Sequence[str]) -> bool:
    return order.customer_id in customer_ids and (order.amount_cents, order.currency) == (
        body.amount_cents,
        body.currency,
    )


def _midnight(day: date, zone: ZoneInfo) -> datetime:
    return datetime.combine(day, time.min, zone)
