"""Errors of customers."""

from api.kit.errors import NotFound, Unavailable


class CustomerNotFound(NotFound):
    code = "customer_not_found"
    message = "There is no such customer."


class CustomerNotSaved(Unavailable):
    code = "customer_not_kept"
    message = "This could not be saved. Please try again."
