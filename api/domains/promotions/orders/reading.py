"""Read access to orders for other domains."""

from dataclasses import dataclass

from sqlalchemy.orm import Session

from api.domains.promotions.orders.repository import OrderRepository


@dataclass(frozen=True, slots=True)
class FoundOrder:
    """An order that has not been fully refunded."""

    order_id: str
    customer_id: str


def find_orders(session: Session, org_id: str, order_number: str) -> list[FoundOrder]:
    """Return orders with this number, with or without a number sign, from all sources; fully refunded ones are left
    out.
    """
    bare = order_number.lstrip("#")
    found = OrderRepository(session).with_numbers(org_id, (bare, f"#{bare}"))
    return [
        FoundOrder(it.order_id, it.customer_id)
        for it in found
        if it.refunded_cents < it.amount_cents or it.amount_cents == 0
    ]
