"""Builds the events of orders. This is the only file here that names the contracts."""

from datetime import datetime
from typing import Literal
from uuid import UUID

from api.domains.promotions.orders.models import CustomerOrder
from ingest.contracts.order import OrderData, OrderRecorded


def order_recorded(
    order: CustomerOrder,
    status: Literal["paid", "refunded"],
    amount_cents: int,
    *,
    at: datetime,
    is_demo: bool,
    event_id: UUID,
    now: datetime,
) -> OrderRecorded:
    """Return the event for an order that was paid or, with a negative amount, refunded. It names the customer only by a
    key.
    """
    return OrderRecorded(
        event_id=event_id,
        org_id=order.org_id,
        code_id=order.code_id,
        customer_key=order.customer_id,
        occurred_at=at,
        received_at=now,
        is_demo=is_demo,
        data=OrderData(
            order_id=order.order_number,
            source=order.source,
            status=status,
            amount_cents=amount_cents,
            currency=order.currency,
            item_count=order.item_count if status == "paid" else None,
        ),
    )
