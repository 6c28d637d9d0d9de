"""What can go wrong with forms and their mails."""

from api.kit.errors import Forbidden


class NobodyToTell(Forbidden):
    code = "nobody_to_tell"
    message = "Mails go to members. Log in to get one; an API key has no address."
