"""What can go wrong with customers."""

from api.kit.errors import NotFound, Unavailable


class CustomerNotFound(NotFound):
    code = "customer_not_found"
    message = "There is no such customer."


class CustomerNotKept(Unavailable):
    code = "customer_not_kept"
    message = "This could not be kept just now. Please try again."
