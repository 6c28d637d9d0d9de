"""Receives text messages from people. Words that stop and start messages take effect at once."""

from collections.abc import Mapping, Sequence
from datetime import datetime

import structlog
from sqlalchemy.orm import Session

from api.db.session import enter_tenant
from api.domains.messaging.inbox.errors import NoSandbox, invalid
from api.domains.messaging.inbox.keywords import Meaning, meaning_of
from api.domains.messaging.inbox.repository import (
    ConversationRepository,
    organizations_that_text,
    organizations_with_number,
)
from api.domains.messaging.messages.contents import Content, ContentSealer
from api.domains.messaging.messages.errors import NotFromProvider
from api.domains.messaging.messages.receivers import STOPPED, Receivers
from api.domains.people.consents.dependencies import consents_of, suppressions_of
from api.domains.people.customers.contacts import normalised_phone
from api.domains.people.customers.sealing import Sealer
from api.domains.people.customers.service import CustomerService
from api.integrations.ports.text_webhooks import ReceivedText
from api.integrations.text_webhooks import text_webhooks
from api.kit.ids import new_id
from runtime.settings import Settings

log = structlog.get_logger(__name__)


class Inbox:
    """Incoming messages of one request."""

    def __init__(self, session: Session, settings: Settings, now: datetime) -> None:
        self._session = session
        self._settings = settings
        self._now = now

    def receive(self, path: str, form: Mapping[str, str], signature: str) -> int:
        """Accept a message for the organisation that bought the number, or for all that send from the shared number,
        and return how many stored it.

        Raises:
            NotFromProvider: the provider did not sign it, or no provider is configured.
        """
        webhooks = text_webhooks(self._settings)
        url = f"{self._settings.base_url.rstrip('/')}{path}"
        if webhooks is None or not webhooks.is_signed(url, form, signature):
            raise NotFromProvider
        received = webhooks.received(form)
        phone = normalised_phone(received.phone, "US") if received is not None else None
        if received is None or phone is None:
            return 0
        taken = 0
        owners = organizations_with_number(self._session, received.to)
        reached = owners or organizations_that_text(self._session)
        readers = owners or self._readers(reached, phone)
        for org_id in reached:
            enter_tenant(self._session, org_id)
            taken += self.take(org_id, phone, received, is_read=org_id in readers)
        return taken

    def receive_in_sandbox(self, org_id: str, phone: str, text: str) -> str:
        """Accept a reply as if it came from a phone, and return the ID of the conversation.

        Raises:
            NoSandbox: messages reach real phones.
            Invalid: it is not a phone number.
        """
        if self._settings.environment != "development" or text_webhooks(self._settings):
            raise NoSandbox
        number = normalised_phone(phone, "US")
        if number is None:
            raise invalid(
                "phone",
                "is not a valid phone number. Include the country code if it is from another"
                " country",
                "not_phone",
            )
        self.take(org_id, number, ReceivedText(new_id("sandbox"), number, "", text, None))
        index = Sealer.of(self._settings).index(org_id, "phone", number)
        return ConversationRepository(self._session).id_of(org_id, index)

    def take(
        self, org_id: str, phone: str, received: ReceivedText, *, is_read: bool = True
    ) -> bool:
        """Accept a message for one organisation. Return False if it was already accepted, or if the organisation may
        not read it, in which case only STOP and START take effect.
        """
        rows = ConversationRepository(self._session)
        if rows.is_known(org_id, received.provider_id):
            return False
        sealer = Sealer.of(self._settings)
        customers = CustomerService(self._session, sealer, self._now, new_id)
        customer = customers.find(org_id, phone=phone)
        index = sealer.index(org_id, "phone", phone)
        meaning: Meaning = received.meaning or meaning_of(received.text)
        self._obey(org_id, phone, index, meaning, received.text, customer is not None)
        if not is_read:
            return False
        key = customer.sealing_key if customer is not None else None
        conversation = rows.open(
            {
                "conversation_id": new_id("talk"),
                "org_id": org_id,
                "address_index": index,
                "address_sealed": sealer.wrap(phone),
                "customer_id": customer.customer_id if customer is not None else None,
                "last_at": self._now,
            }
        )
        content = Content("", received.text[:1600], "")
        added = rows.add_reply(
            {
                "reply_id": new_id("reply"),
                "org_id": org_id,
                "conversation_id": conversation.conversation_id,
                "provider_id": received.provider_id,
                "kind": meaning,
                "content_sealed": ContentSealer(sealer).seal(key, content),
                "received_at": self._now,
            }
        )
        if added:
            if meaning in ("stop", "reply", "opt_out_request"):
                receivers = Receivers(self._session, self._settings, self._now)
                receivers.wrote_back(org_id, index, is_stop=meaning == "stop")
            rows.change(
                conversation,
                unread=conversation.unread + (meaning in ("reply", "opt_out_request")),
                is_flagged=conversation.is_flagged or meaning == "opt_out_request",
                is_open=meaning in ("reply", "opt_out_request", "help") or conversation.unread > 0,
            )
        return added

    def _readers(self, org_ids: Sequence[str], phone: str) -> set[str]:
        """Return the organisations that may read a message to the shared number: those that have texted its sender, or
        if none has, those of which the sender is a customer.
        """
        sealer = Sealer.of(self._settings)
        customers = CustomerService(self._session, sealer, self._now, new_id)
        receivers = Receivers(self._session, self._settings, self._now)
        texted, known = set(), set()
        for org_id in org_ids:
            enter_tenant(self._session, org_id)
            if receivers.were_texted(org_id, sealer.index(org_id, "phone", phone)):
                texted.add(org_id)
            elif customers.find(org_id, phone=phone) is not None:
                known.add(org_id)
        return texted or known

    def _obey(
        self, org_id: str, phone: str, index: bytes, meaning: Meaning, word: str, is_customer: bool
    ) -> None:
        """Record a no or a yes. A no from a number without a customer is stored as a suppression."""
        if meaning == "stop":
            if is_customer:
                consents_of(self._session, self._settings, self._now).withdraw_by_keyword(
                    org_id, phone, word
                )
            else:
                suppressions = suppressions_of(self._session, self._settings, self._now)
                suppressions.suppress(org_id, STOPPED, "phone", index)
            log.info("a text message opted out", org_id=org_id)
        elif meaning == "start":
            suppressions = suppressions_of(self._session, self._settings, self._now)
            suppressions.release(org_id, STOPPED, index)
            consents_of(self._session, self._settings, self._now).allow_by_keyword(
                org_id, phone, word
            )
