"""What can go wrong with points and stamps."""

from api.kit.errors import Conflict, FieldError, Invalid, NotFound


class NotEnough(Conflict):
    code = "balance_too_low"
    message = "The balance is too low for this."


class AlreadySpent(Conflict):
    code = "already_spent"
    message = "This cannot be undone: it has been spent already."


class KeyOfAnother(Conflict):
    code = "idempotency_key_reused"
    message = "This idempotency key was used for something else. Use a new key."


class MovementNotFound(NotFound):
    code = "movement_not_found"
    message = "There is no such entry, or it can no longer be undone."


class DailyLimit(Conflict):
    code = "daily_limit"
    message = "This customer has got as much as the programme allows for one day."


def invalid(field: str, message: str, code: str = "invalid") -> Invalid:
    """The refusal of a field's value."""
    error = FieldError(field=field, message=message, code=code)
    return Invalid(f"{field} {message}", errors=[error])
