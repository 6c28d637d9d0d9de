"""What can go wrong with templates."""

from api.kit.errors import Conflict, NotFound


class TemplateNotFound(NotFound):
    code = "template_not_found"
    message = "There is no such template."


class TooManyTemplates(Conflict):
    code = "too_many_templates"
    message = "An organisation keeps at most 500 templates."
