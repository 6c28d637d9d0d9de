"""Errors of organisations."""

from api.kit.errors import Conflict, Invalid


class AlreadyInOrganization(Conflict):
    code = "already_in_organization"
    message = "You already belong to an organisation."


class NotConfirmed(Invalid):
    code = "not_confirmed"
    message = "To delete the organisation, give its short name in `confirm`."
