"""Routes for orders."""

from api.auth.member import EditorDep, ViewerDep
from api.db.routing import ApiRouter
from api.domains.promotions.orders.dependencies import OrderServiceDep
from api.domains.promotions.orders.schemas import ListOrders, OrderRead, RecordOrder, RefundOrder
from api.kit.pagination import Page

router = ApiRouter(tags=["rewards"])


@router.post("/v1/record-order")
def record_order(body: RecordOrder, me: EditorDep, orders: OrderServiceDep) -> OrderRead:
    """Record an order of a customer and apply the earning rules. Repeated requests with the same number record it only
    once.
    """
    return orders.record(me, body)


@router.post("/v1/refund-order")
def refund_order(body: RefundOrder, me: EditorDep, orders: OrderServiceDep) -> OrderRead:
    """Refund an order, in whole or in part. The points and stamps that it earned are taken back, except those that have
    been spent or have expired.
    """
    return orders.refund(me, body)


@router.post("/v1/list-orders")
def list_orders(body: ListOrders, me: ViewerDep, orders: OrderServiceDep) -> Page[OrderRead]:
    """List orders, newest first, optionally by customer, source, state or range of days."""
    return orders.page(me, body)
