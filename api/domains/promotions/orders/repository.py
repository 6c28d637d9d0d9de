"""All database statements for orders."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, select
from sqlalchemy.dialects.postgresql import insert

from api.db.tenancy import Repository
from api.domains.promotions.orders.models import CustomerOrder, OrderRefund
from api.domains.promotions.orders.schemas import ListOrders, OrderStatus
from api.kit.pagination import contains_pattern

_REFUNDED = CustomerOrder.refunded_cents
_STATUSES: Mapping[OrderStatus, ColumnElement[bool]] = {
    "paid": _REFUNDED == 0,
    "partly_refunded": (_REFUNDED > 0) & (CustomerOrder.amount_cents > _REFUNDED),
    "refunded": CustomerOrder.amount_cents == _REFUNDED,
}


class OrderRepository(Repository[CustomerOrder]):
    """Orders and refunds of one organisation, in one session."""

    model = CustomerOrder

    def add(self, org_id: str, values: dict[str, Any]) -> bool:
        """Store an order; return False if its number was already used."""
        statement = (
            insert(CustomerOrder)
            .values(org_id=org_id, refunded_cents=0, **values)
            .on_conflict_do_nothing(index_elements=["org_id", "source", "order_number"])
        )
        return self.session.scalar(statement.returning(CustomerOrder.order_id)) is not None

    def find(self, org_id: str, source: str, order_number: str) -> CustomerOrder | None:
        """Return an order by its number, or None."""
        own = self.scoped(org_id).where(
            CustomerOrder.source == source, CustomerOrder.order_number == order_number
        )
        return self.session.scalar(own)

    def with_numbers(self, org_id: str, order_numbers: Collection[str]) -> Sequence[CustomerOrder]:
        """Return orders with one of these numbers, from all sources."""
        own = self.scoped(org_id).where(CustomerOrder.order_number.in_(order_numbers))
        return self.session.scalars(own.order_by(CustomerOrder.ordered_at.desc())).all()

    def lock(self, org_id: str, order_id: str) -> CustomerOrder | None:
        """Return an order in its current state, locked until the transaction ends."""
        own = self.scoped(org_id).where(CustomerOrder.order_id == order_id).with_for_update()
        return self.session.scalar(own.execution_options(populate_existing=True))

    def page_of_orders(
        self,
        org_id: str,
        wanted: ListOrders,
        customer_ids: Sequence[str] | None,
        since: datetime | None,
        until: datetime | None,
    ) -> tuple[list[CustomerOrder], int]:
        """Return a page of orders, newest first, and the total number."""
        own = self.scoped(org_id)
        if customer_ids is not None:
            own = own.where(CustomerOrder.customer_id.in_(customer_ids))
        if wanted.filter:
            own = own.where(CustomerOrder.order_number.ilike(contains_pattern(wanted.filter)))
        if wanted.source is not None:
            own = own.where(CustomerOrder.source == wanted.source)
        if wanted.status is not None:
            own = own.where(_STATUSES[wanted.status])
        if since is not None:
            own = own.where(CustomerOrder.ordered_at >= since)
        if until is not None:
            own = own.where(CustomerOrder.ordered_at < until)
        order = (CustomerOrder.ordered_at.desc(), CustomerOrder.order_id.asc())
        return self.page(own, wanted.paging, *order)

    def find_refund(self, org_id: str, order_id: str, refund_number: str) -> OrderRefund | None:
        """Return a refund by its number, or None."""
        return self.session.scalar(
            select(OrderRefund).where(
                OrderRefund.org_id == org_id,
                OrderRefund.order_id == order_id,
                OrderRefund.refund_number == refund_number,
            )
        )

    def refunds(self, org_id: str, order_ids: Sequence[str]) -> Sequence[OrderRefund]:
        """Return the refunds of orders, oldest first."""
        own = select(OrderRefund).where(
            OrderRefund.org_id == org_id, OrderRefund.order_id.in_(order_ids)
        )
        return self.session.scalars(
            own.order_by(OrderRefund.refunded_at, OrderRefund.refund_id)
        ).all()

    def add_refund(self, refund: OrderRefund) -> None:
        """Store a refund and its changes to the order."""
        self.session.add(refund)
        self.session.flush()
