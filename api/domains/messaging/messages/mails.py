"""Mails of messages: text and HTML, how to unsubscribe with one click, and the receiver's own code as a picture."""

from api.domains.messaging.messages.carriers import Outgoing
from api.domains.people.consents.links import preference_token
from api.domains.people.consents.mails import unsubscribe_headers
from api.domains.people.consents.types import ASKED_PURPOSES
from api.integrations.mail_delivery import message_id
from api.integrations.ports.mail_sender import Mail
from runtime.settings import Settings


class MailComposer:
    """Makes mails of an installation."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    def mail(self, it: Outgoing) -> Mail:
        """The mail: under one Message-ID in each try, with a link to unsubscribe if it is news or a survey."""
        settings = self._settings
        headers = {"Message-ID": message_id(settings.base_url, "message", it.message_id)}
        if it.purpose in ASKED_PURPOSES and it.customer_id is not None:
            token = preference_token(
                settings.secret_key, it.org_id, it.customer_id, "email", it.address_index
            )
            headers |= unsubscribe_headers(settings.base_url, it.org_id, token)
        return Mail(
            to=it.address,
            subject=it.content.subject,
            text=it.content.text,
            html=it.content.html,
            headers=headers,
        )
