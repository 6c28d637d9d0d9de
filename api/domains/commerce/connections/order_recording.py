"""Orders of connected shops with their refunds, each recorded once as a customer's order."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from pydantic import ValidationError
from sqlalchemy.orm import Session

from api.auth.member import viewer_of
from api.auth.tenants import organization_of
from api.domains.codes.codes.reading import code_that_led_to
from api.domains.promotions.orders.dependencies import orders_of
from api.domains.promotions.orders.errors import (
    OrderNumberReused,
    RefundNumberReused,
    RefundTooLarge,
)
from api.domains.promotions.orders.schemas import RecordOrder, RefundOrder
from api.domains.promotions.promo_locks.reading import code_of_promo
from api.integrations.ports.incoming import ForeignOrder
from api.kit.errors import ApiError
from runtime.settings import Settings


@dataclass(frozen=True, slots=True)
class TakenOrder:
    """The outcome of an order that a shop reported."""

    outcome: Literal["applied", "left_out"]
    note: str = ""
    customer_id: str | None = None


class ForeignOrders:
    """Records the orders of one connected shop, `source`, in a session that has entered its organisation."""

    def __init__(
        self, session: Session, settings: Settings, org_id: str, source: str, now: datetime
    ) -> None:
        self._session = session
        self._me = viewer_of(organization_of(session, org_id))
        self._orders = orders_of(session, settings, now)
        self._source = source
        self._now = now

    def take(self, it: ForeignOrder) -> TakenOrder:
        """Record a customer's paid order and its refunds. Repeating it is harmless, in any sequence."""
        if not it.is_paid or it.amount_cents < 1:
            return TakenOrder("left_out", "not_paid")
        if it.email is None and it.phone is None:
            return TakenOrder("left_out", "no_customer")
        try:
            with self._session.begin_nested():
                customer_id = self._record(it)
        except OrderNumberReused:  # already recorded, then edited or moved to a merged customer
            customer_id = None
        except ApiError as refused:  # not a valid address
            return TakenOrder("left_out", refused.code)
        except ValidationError:  # an amount that is too large, or an address that is too long
            return TakenOrder("left_out", "invalid")
        for refund in it.refunds:
            self._refund(it, refund.number, refund.amount_cents, refund.at)
        return TakenOrder("applied", "", customer_id)

    def _record(self, it: ForeignOrder) -> str:
        body = RecordOrder(
            source=self._source,
            order_number=it.number,
            email=it.email,
            phone=None if it.email is not None else it.phone,
            amount_cents=it.amount_cents,
            currency=it.currency,
            item_count=it.item_count,
            code_id=self._code_of(it),
            ordered_at=min(it.ordered_at, self._now),
        )
        return self._orders.store(self._me, body).customer_id

    def _code_of(self, it: ForeignOrder) -> str | None:
        """Return the code that led to an order: the code of one of its promo codes, otherwise the code found from the
        landing page of the shop visit.
        """
        org_id = self._me.org_id
        code_id = code_of_promo(self._session, org_id, it.promo_codes)
        if code_id is None and it.landing_page is not None:
            code_id = code_that_led_to(self._session, org_id, it.landing_page)
        return code_id

    def _refund(self, it: ForeignOrder, number: str, amount: int, at: datetime) -> None:
        """Record a shop's refund, limited to the remaining amount of the order."""
        for cents in (min(amount, it.amount_cents), None):
            body = RefundOrder(
                source=self._source,
                order_number=it.number,
                refund_number=number,
                amount_cents=cents,
                refunded_at=at,
            )
            try:
                with self._session.begin_nested():
                    self._orders.store_refund(self._me, body)
                return
            except RefundTooLarge:
                continue
            except RefundNumberReused:  # it is known, and was cut to what was left, or edited
                return
