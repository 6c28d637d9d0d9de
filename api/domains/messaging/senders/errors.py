"""Errors about numbers."""

from api.kit.errors import Conflict, FieldError, Invalid, NotFound, Unavailable


class NumberNotFound(NotFound):
    code = "number_not_found"
    message = "Number not found."


class NumberNotForSale(Conflict):
    code = "number_not_for_sale"
    message = "This number is no longer available. Search again."


class TooManyNumbers(Conflict):
    code = "too_many_numbers"
    message = "An organisation can have at most 20 numbers."


class NumbersNotAvailable(Unavailable):
    code = "numbers_not_available"
    message = "The provider of text messages does not respond. Try again in a minute."


class NameNotFound(NotFound):
    code = "sender_name_not_found"
    message = "There is no sender name for this country."


class ServiceNeedsNumber(Conflict):
    code = "service_needs_number"
    message = (
        "Buy a number first, because a messaging service sends from the organisation's numbers."
    )


def refused(field: str, message: str, code: str) -> Invalid:
    """Return the error for one invalid field."""
    error = FieldError(field=field, message=message, code=code)
    return Invalid(f"{field} {message}", errors=[error])
