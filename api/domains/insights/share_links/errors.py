"""Errors of share links."""

from api.kit.errors import Conflict, FieldError, Gone, Invalid, NotFound


class LinkNotFound(NotFound):
    code = "link_not_found"
    message = "Link not found."


class LinkExpired(Gone):
    code = "link_expired"
    message = "This link has expired. Ask the sender for a new one."


class LinkRevoked(Gone):
    code = "link_revoked"
    message = "This link was revoked. Ask the sender for a new one."


class TooManyLinks(Conflict):
    code = "too_many_links"
    message = "An organisation can have at most 200 active links. Revoke one first."


def bad_field(field: str, message: str) -> Invalid:
    """Return the error for one field."""
    return Invalid(
        f"{field}: {message}", errors=[FieldError(field=field, message=message, code="bad_value")]
    )
