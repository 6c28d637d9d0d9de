"""Errors of UTM templates."""

from api.kit.errors import Conflict, FieldError, Invalid, NotFound


class UtmTemplateNotFound(NotFound):
    code = "utm_template_not_found"
    message = "UTM template not found."


class TooManyUtmTemplates(Conflict):
    code = "too_many_utm_templates"
    message = "An organisation can have at most 200 UTM templates. Delete one first."


def name_taken() -> Invalid:
    """Return the error for a name that another template has."""
    message = "is the name of another template"
    error = FieldError(field="name", message=message, code="utm_template_name_taken")
    return Invalid(f"name {message}", errors=[error])
