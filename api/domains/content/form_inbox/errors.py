"""Errors of forms and their emails."""

from api.kit.errors import Forbidden


class NobodyToNotify(Forbidden):
    code = "nobody_to_tell"
    message = "These emails go to members, and an API key has no address. Log in to turn them on."
