"""What can go wrong with an organisation."""

from api.kit.errors import Conflict, Invalid


class AlreadyInOrganization(Conflict):
    code = "already_in_organization"
    message = "You belong to an organisation already."


class NotConfirmed(Invalid):
    code = "not_confirmed"
    message = "To delete the organisation, repeat its short name in `confirm`."
