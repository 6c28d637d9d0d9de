"""Phones and mailboxes of the sandbox: messages that were not sent through a provider, and replies to them."""

from sqlalchemy.orm import Session

from api.domains.messaging.inbox.errors import invalid
from api.domains.messaging.inbox.owners import owners_of
from api.domains.messaging.inbox.repository import ConversationRepository
from api.domains.messaging.inbox.schemas import Sandbox, SandboxLine, SandboxPhone, SandboxRecipient
from api.domains.messaging.messages.contents import ContentSealer
from api.domains.messaging.messages.sending import is_kept
from api.domains.people.customers.contacts import normalised_phone
from api.domains.people.customers.service import CustomerService
from api.integrations.sandbox.messages import SandboxMessages
from runtime.settings import Settings

MOST_RECIPIENTS = 200
MOST_LINES = 200


def sandbox_of(session: Session, settings: Settings, org_id: str) -> Sandbox:
    """Return the recipients for whom messages were stored, and whether they are stored at all."""
    items = [
        SandboxRecipient.model_validate(it)
        for it in SandboxMessages(session).recipients(org_id, MOST_RECIPIENTS)
    ]
    return Sandbox(
        keeps_texts=is_kept(settings, "sms"),
        keeps_mails=is_kept(settings, "email"),
        items=items,
        total=len(items),
    )


def phone_of(session: Session, customers: CustomerService, org_id: str, phone: str) -> SandboxPhone:
    """Return the messages that a phone received in the last week, and those that were sent from it.

    Raises:
        Invalid: it is not a phone number.
    """
    number = normalised_phone(phone, "US")
    if number is None:
        raise invalid(
            "phone",
            "is not a valid phone number. Include the country code if it is from another country",
            "not_phone",
        )
    got = [
        SandboxLine(message_id=it.message_id, is_sent=False, text=it.body, at=it.created_at)
        for it in SandboxMessages(session).texts_to(org_id, number, MOST_LINES)
    ]
    index = customers.sealer.index(org_id, "phone", number)
    rows = ConversationRepository(session)
    contents = ContentSealer(customers.sealer)
    sent = []
    conversation = rows.find_of(org_id, index)
    if conversation is not None:
        owner = owners_of(session, org_id, [conversation.customer_id])[conversation.customer_id]
        for it in rows.replies(org_id, [conversation.conversation_id], MOST_LINES):
            text = owner.text(contents, it.content_sealed)
            sent.append(
                SandboxLine(message_id=it.reply_id, is_sent=True, text=text, at=it.received_at)
            )
    lines = sorted([*got, *sent], key=lambda it: (it.at, it.is_sent))
    return SandboxPhone(phone=number, lines=lines[-MOST_LINES:])
