"""Orders of connected shops, recorded once each as orders of customers, with what was refunded of them."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from pydantic import ValidationError
from sqlalchemy.orm import Session

from api.auth.member import Member, viewer_of
from api.auth.tenants import organization_of
from api.domains.codes.codes.reading import code_that_led_to
from api.domains.promotions.orders.dependencies import orders_of
from api.domains.promotions.orders.errors import (
    OrderNumberReused,
    RefundNumberReused,
    RefundTooLarge,
)
from api.domains.promotions.orders.schemas import RecordOrder, RefundOrder
from api.domains.promotions.orders.service import OrderService
from api.domains.promotions.promo_locks.reading import code_of_promo
from api.integrations.ports.incoming import ForeignOrder
from api.kit.errors import ApiError
from runtime.settings import Settings


@dataclass(frozen=True, slots=True)
class TakenOrder:
    """What became of an order that a shop reported."""

    outcome: Literal["applied", "left_out"]
    note: str = ""
    customer_id: str | None = None


def take_order(
    session: Session, settings: Settings, org_id: str, source: str, it: ForeignOrder, now: datetime
) -> TakenOrder:
    """Record a paid order of a customer and its refunds; again is no harm, in whatever order they come."""
    if not it.is_paid or it.amount_cents < 1:
        return TakenOrder("left_out", "not_paid")
    if it.email is None and it.phone is None:
        return TakenOrder("left_out", "no_customer")
    me = viewer_of(organization_of(session, org_id))
    service = orders_of(session, settings, now)
    try:
        with session.begin_nested():
            customer_id = _record(session, service, me, source, it, now)
    except ApiError as refused:  # an address that is none
        return TakenOrder("left_out", refused.code)
    except ValidationError:  # an amount that is too large, an address that is too long
        return TakenOrder("left_out", "invalid")
    for refund in it.refunds:
        _refund(session, service, me, source, it, refund.number, refund.amount_cents, refund.at)
    return TakenOrder("applied", "", customer_id)


def _record(
    session: Session,
    service: OrderService,
    me: Member,
    source: str,
    it: ForeignOrder,
    now: datetime,
) -> str | None:
    body = RecordOrder(
        source=source,
        order_number=it.number,
        email=it.email,
        phone=None if it.email is not None else it.phone,
        amount_cents=it.amount_cents,
        currency=it.currency,
        item_count=it.item_count,
        code_id=_code_of(session, me.org_id, it),
        ordered_at=min(it.ordered_at, now),
    )
    try:
        with session.begin_nested():
            return service.record(me, body).customer_id
    except OrderNumberReused:  # it is known, and was edited or belongs to a merged customer
        return None


def _code_of(session: Session, org_id: str, it: ForeignOrder) -> str | None:
    """The code that led to an order: by a promo code of its, else by where the visit at the shop began."""
    code_id = code_of_promo(session, org_id, it.promo_codes)
    if code_id is None and it.landing_page is not None:
        code_id = code_that_led_to(session, org_id, it.landing_page)
    return code_id


def _refund(
    session: Session,
    service: OrderService,
    me: Member,
    source: str,
    it: ForeignOrder,
    number: str,
    amount: int,
    at: datetime,
) -> None:
    """Refund what a shop refunded, at most what is left of the order."""
    for cents in (min(amount, it.amount_cents), None):
        body = RefundOrder(
            source=source,
            order_number=it.number,
            refund_number=number,
            amount_cents=cents,
            refunded_at=at,
        )
        try:
            with session.begin_nested():
                service.refund(me, body)
            return
        except RefundTooLarge:
            continue
        except RefundNumberReused:  # it is known, and was cut to what was left, or edited
            return
