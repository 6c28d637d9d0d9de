"""Errors of messages."""

from api.kit.errors import Conflict, FieldError, Forbidden, Invalid, NotFound


class MessageNotFound(NotFound):
    code = "message_not_found"
    message = "Message not found."


class MessageHasLeft(Conflict):
    code = "message_has_left"
    message = "The message cannot be cancelled, because it is no longer queued."


class NotFromProvider(Forbidden):
    code = "not_from_provider"
    message = "The signature is not from the provider of text messages."


def invalid(field: str, message: str, code: str) -> Invalid:
    """Return the error for one invalid field."""
    error = FieldError(field=field, message=message, code=code)
    return Invalid(f"{field} {message}", errors=[error])
