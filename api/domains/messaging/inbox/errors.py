"""Errors of conversations."""

from api.kit.errors import Conflict, FieldError, Invalid, NotFound


class ConversationNotFound(NotFound):
    code = "conversation_not_found"
    message = "Conversation not found."


class CannedAnswerNotFound(NotFound):
    code = "canned_answer_not_found"
    message = "Canned answer not found."


class TooManyCannedAnswers(Conflict):
    code = "too_many_canned_answers"
    message = "An organisation can have at most 200 canned answers. Delete one first."


class NoSandbox(Conflict):
    code = "no_sandbox"
    message = "There is no sandbox for text messages here, because they are sent to real phones."


def invalid(field: str, message: str, code: str) -> Invalid:
    """Return the error for one invalid field."""
    error = FieldError(field=field, message=message, code=code)
    return Invalid(f"{field} {message}", errors=[error])
