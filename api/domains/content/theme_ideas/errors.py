"""Errors of the search for colours."""

from api.kit.errors import FieldError, Invalid, NotFound


class LogoNotThere(NotFound):
    code = "logo_not_found"
    message = "There is no logo yet. Upload one first."


def refused(message: str, code: str) -> Invalid:
    """Return the error for an address that may not be read, cannot be read, or has no colours."""
    return Invalid(message, errors=[FieldError(field="website", message=message, code=code)])


def no_colors(field: str) -> Invalid:
    """Return the error for a source with nothing but black, white and grey."""
    message = (
        "No colours were found, only black, white and grey. Choose colours yourself, or try"
        " another source."
    )
    return Invalid(message, errors=[FieldError(field=field, message=message, code="no_colors")])
