"""Errors about updates of passes."""

from api.kit.errors import Conflict, FieldError, Invalid, NotFound


class PassUpdateNotFound(NotFound):
    code = "pass_update_not_found"
    message = "Update not found."


class PassUpdateOver(Conflict):
    code = "pass_update_over"
    message = "The update has already ended."


class TooManyPassUpdates(Conflict):
    code = "too_many_pass_updates"
    message = "An organisation can start at most 20 pass updates within 24 hours. Try again later."


def refused(field: str, message: str, code: str) -> Invalid:
    """Return the error for one invalid field."""
    return Invalid(
        f"{field} {message}", errors=[FieldError(field=field, message=message, code=code)]
    )
