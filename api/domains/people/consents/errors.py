"""Errors of consents and suppression lists."""

from api.kit.errors import Conflict, FieldError, Invalid, NotFound


class SuppressionListNotFound(NotFound):
    code = "suppression_list_not_found"
    message = "Suppression list not found."


class SuppressedAddressNotFound(NotFound):
    code = "suppressed_address_not_found"
    message = "This address or number is not on any suppression list."


class TooManySuppressionLists(Conflict):
    code = "too_many_suppression_lists"
    message = "An organisation can have at most 500 suppression lists. Delete one first."


def invalid(field: str, message: str, code: str = "invalid") -> Invalid:
    """Return the error for a field's value."""
    error = FieldError(field=field, message=message, code=code)
    return Invalid(f"{field} {message}", errors=[error])
