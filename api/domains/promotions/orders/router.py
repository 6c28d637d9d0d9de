"""The calls about orders."""

from api.auth.member import EditorDep, ViewerDep
from api.db.routing import ApiRouter
from api.domains.promotions.orders.dependencies import OrderServiceDep
from api.domains.promotions.orders.schemas import ListOrders, OrderRead, RecordOrder, RefundOrder
from api.kit.pagination import Page

router = ApiRouter(tags=["rewards"])


@router.post("/v1/record-order")
def record_order(body: RecordOrder, me: EditorDep, orders: OrderServiceDep) -> OrderRead:
    """Record a customer's order, once by its number, and give what the earning rules say."""
    return orders.record(me, body)


@router.post("/v1/refund-order")
def refund_order(body: RefundOrder, me: EditorDep, orders: OrderServiceDep) -> OrderRead:
    """Refund an order, whole or in part, and take back what is left of what it gave."""
    return orders.refund(me, body)


@router.post("/v1/list-orders")
def list_orders(body: ListOrders, me: ViewerDep, orders: OrderServiceDep) -> Page[OrderRead]:
    """List orders, newest first: all, or those of a customer, a source, a state or some days."""
    return orders.page(me, body)
