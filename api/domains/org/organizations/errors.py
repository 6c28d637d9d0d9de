"""Errors of organisations."""

from api.kit.errors import Invalid


class NotConfirmed(Invalid):
    code = "not_confirmed"
    message = "To delete the organisation, send its short name in `confirm`."
