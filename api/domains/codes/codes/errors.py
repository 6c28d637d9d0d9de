"""Errors of codes."""

from api.kit.errors import Conflict, FieldError, Forbidden, Gone, Invalid, NotFound


class CodeNotFound(NotFound):
    code = "code_not_found"
    message = "Code not found."


class CodeDeleted(Gone):
    code = "code_deleted"
    message = "This code was deleted. Restore it first."


class CodeNotRestorable(Gone):
    code = "code_not_restorable"
    message = "This code was deleted more than 30 days ago and can no longer be restored."


class CodeChanged(Conflict):
    code = "code_changed"
    message = (
        "Somebody else has changed this code in the meantime. Reload it, then repeat your change."
    )


class OneTimeNotCopied(Conflict):
    code = "one_time_not_copied"
    message = "A one-time code cannot be copied. Create more from its base code."


class OrganizationNotFound(NotFound):
    code = "organization_not_found"
    message = (
        "You are not a member of this organisation. An API key works only in the organisation"
        " it was created in."
    )


class CopyNotAllowed(Forbidden):
    code = "copy_not_allowed"
    message = "Your role in that organisation does not allow you to create codes."


class TagNotFound(NotFound):
    code = "tag_not_found"
    message = "No code has this tag."


class CodeNotOpen(Conflict):
    code = "code_not_open"
    message = "This code is not open at the moment."


class SlugElsewhere(Conflict):
    code = "slug_of_other_code"
    message = "Another of your codes already has this slug."


def slug_taken() -> Invalid:
    """The error for a slug that another code has."""
    return invalid_field("slug", "is taken; choose another one", "slug_taken")


def invalid_field(field: str, message: str, code: str) -> Invalid:
    """Return the error for one invalid field."""
    return Invalid(
        f"{field} {message}", errors=[FieldError(field=field, message=message, code=code)]
    )
