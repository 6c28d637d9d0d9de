"""Errors of points and stamps."""

from api.kit.errors import Conflict, FieldError, Invalid, NotFound


class NotEnough(Conflict):
    code = "balance_too_low"
    message = "The balance is too low."


class AlreadySpent(Conflict):
    code = "already_spent"
    message = "This cannot be undone, because the points or stamps have already been spent."


class KeyOfAnother(Conflict):
    code = "idempotency_key_reused"
    message = "This idempotency key was already used for another request. Use a new key."


class MovementNotFound(NotFound):
    code = "movement_not_found"
    message = "Entry not found, or it can no longer be undone."


class DailyLimit(Conflict):
    code = "daily_limit"
    message = "This customer has reached the programme's limit for 24 hours. Try again later."


def invalid(field: str, message: str, code: str = "invalid") -> Invalid:
    """Return the error for an invalid field."""
    error = FieldError(field=field, message=message, code=code)
    return Invalid(f"{field} {message}", errors=[error])
