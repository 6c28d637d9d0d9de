"""Errors of phone verification."""

from api.kit.errors import FieldError, Invalid, TooMany, Unavailable


class CodeSentAlready(TooMany):
    code = "code_sent_already"
    message = "A code was sent a moment ago. Please wait before requesting another."


class TooManyCodes(TooMany):
    code = "too_many_codes"
    message = "Too many codes were sent to this number today. Try again tomorrow."


class SmsNotAvailable(Unavailable):
    code = "sms_not_available"
    message = "Text messages can’t be sent at the moment. Please try again later."


def not_a_phone() -> Invalid:
    """Return the error for a text that is not a phone number."""
    message = "is not a valid number; numbers from other countries need their country code"
    return Invalid(
        f"phone {message}", errors=[FieldError(field="phone", message=message, code="not_phone")]
    )


def takes_no_texts() -> Invalid:
    """Return the error for a number that cannot receive text messages."""
    message = "cannot receive our text messages"
    return Invalid(
        f"This phone number {message}.",
        errors=[FieldError(field="phone", message=message, code="takes_no_texts")],
    )
