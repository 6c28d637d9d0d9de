"""Sends passcodes by text message through the gate, like all other messages, but immediately, because somebody is
waiting for them.
"""

from collections.abc import Callable
from datetime import datetime

from sqlalchemy.orm import Session

from api.domains.messaging.messages.delivery_states import settle
from api.domains.messaging.messages.dependencies import gate_of
from api.domains.messaging.messages.dispatching import CLAIMED_FOR
from api.domains.messaging.messages.receivers import Receivers
from api.domains.messaging.messages.repository import MessageRepository
from api.domains.messaging.messages.sending import is_kept, outcome_of
from api.domains.messaging.messages.types import MessageRequest
from api.integrations.ports.sms_sender import PhoneRefused, SmsSender, SmsUnavailable, TextTaken
from api.kit.ids import new_id
from runtime.settings import Settings


class PasscodeSender:
    """Sends passcodes of one organisation, in the transaction that stores them."""

    def __init__(
        self, session: Session, settings: Settings, now: datetime, sender: SmsSender
    ) -> None:
        self._session = session
        self._settings = settings
        self._now = now
        self._sender = sender
        self._messages = MessageRepository(session)

    def send(self, org_id: str, phone: str, body: str) -> TextTaken:
        """Decide, store that it is sent, and hand it over. Its content is not stored.

        Raises:
            SmsUnavailable: it was not accepted, or may not have been.
            PhoneRefused: the owner of the number wants no text messages, or the number cannot receive any.
        """
        # A message that is not sent leaves nothing behind, even if the rest of the request is
        # committed.
        with self._session.begin_nested():
            return self._send(org_id, phone, body)

    def _send(self, org_id: str, phone: str, body: str) -> TextTaken:
        request = MessageRequest(None, "sms", "service", body, address=phone)
        gate = gate_of(self._session, self._settings, self._now)
        queued = gate.queue_one(
            org_id, "passcode", new_id("psc"), "", request, self._now, leaves_now=True
        )
        if queued.state == "refused":
            if queued.reason == "no_provider":
                raise SmsUnavailable(queued.reason)
            raise PhoneRefused(queued.reason)
        self._messages.change(
            org_id,
            [
                {
                    "message_id": queued.message_id,
                    "state": "sending",
                    "provider": "sandbox" if is_kept(self._settings, "sms") else "twilio",
                    "tries": 1,
                    "sending_at": self._now,
                    "claimed_until": self._now + CLAIMED_FOR,
                    "content_sealed": None,
                }
            ],
        )
        taken = self._sender.send(org_id, phone, body)
        rows = self._messages.lock_some(org_id, [queued.message_id])
        outcome = outcome_of(queued.message_id, taken)
        receivers = Receivers(self._session, self._settings, self._now)
        settle(self._session, rows, [outcome], receivers, self._now)
        return taken


def passcode_senders(
    settings: Settings, senders: Callable[[Session, datetime], SmsSender]
) -> Callable[[Session, datetime], SmsSender]:
    """Return a factory of passcode senders for a session and a time."""

    def make(session: Session, now: datetime) -> SmsSender:
        return PasscodeSender(session, settings, now, senders(session, now))

    return make
