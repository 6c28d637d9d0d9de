"""What can go wrong with forms and their emails."""

from api.kit.errors import Forbidden


class NobodyToTell(Forbidden):
    code = "nobody_to_tell"
    message = "Emails go to members. Log in to get one; an API key has no address."
