"""What can go wrong with addresses that nobody answers."""

from api.kit.errors import NotFound


class NotOurHost(NotFound):
    code = "domain_not_found"
    message = "There is no such domain."
