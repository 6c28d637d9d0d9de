"""Errors of orders."""

from api.kit.errors import Conflict, NotFound


class OrderNotFound(NotFound):
    code = "order_not_found"
    message = "Order not found."


class OrderNumberReused(Conflict):
    code = "order_number_reused"
    message = "This order number was already used for another order. Use a new number."


class RefundNumberReused(Conflict):
    code = "refund_number_reused"
    message = "This refund number was already used for another refund. Use a new number."


class RefundTooLarge(Conflict):
    code = "refund_too_large"
    message = "The refund is larger than the rest of the order."
