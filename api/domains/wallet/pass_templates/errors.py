"""Errors about pass templates."""

from collections.abc import Sequence

from api.domains.wallet.pass_templates.placeholders import Problem
from api.kit.errors import Conflict, FieldError, Invalid, NotFound


class PassTemplateNotFound(NotFound):
    code = "pass_template_not_found"
    message = "Pass template not found."


class PassTemplateVersionNotFound(NotFound):
    code = "pass_template_version_not_found"
    message = "Pass template version not found."


class PassTemplateChanged(Conflict):
    code = "pass_template_changed"
    message = "Somebody else has changed this pass template in the meantime. Reload it, then repeat your change."


class PassTemplateNotPublished(Conflict):
    code = "pass_template_not_published"
    message = "This pass template has not been published yet. Publish it first."


class NotOfTemplate(Conflict):
    code = "pass_not_of_template"
    message = "This pass was not created from a pass template."


class TooManyPassTemplates(Conflict):
    code = "too_many_pass_templates"
    message = "An organisation can have at most 200 pass templates. Delete one first."


def name_taken() -> Invalid:
    """Return the error for a name that another template has."""
    message = "is the name of another pass template"
    error = FieldError(field="name", message=message, code="pass_template_name_taken")
    return Invalid(f"name {message}", errors=[error])


def not_a_pass(problems: Sequence[Problem]) -> Invalid:
    """Return the error for a template that cannot become a pass for some person, with the places of the problems."""
    errors = [
        FieldError(field=f"content.{field}", message=message, code="placeholder_value")
        for field, message in problems
    ]
    first = errors[0]
    return Invalid(f"{first.field} {first.message}", errors=errors)
