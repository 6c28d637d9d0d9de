"""Errors of templates."""

from api.kit.errors import Conflict, Forbidden, NotFound


class TemplateNotFound(NotFound):
    code = "template_not_found"
    message = "Template not found."


class BuiltInTemplate(Forbidden):
    code = "built_in_template"
    message = "Built-in templates cannot be deleted."


class TooManyTemplates(Conflict):
    code = "too_many_templates"
    message = "An organisation can have at most 500 templates. Delete one first."
