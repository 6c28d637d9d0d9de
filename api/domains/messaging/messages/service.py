"""Single messages: sent by a member or a program, listed and cancelled."""

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Literal

from sqlalchemy.orm import Session

from api.auth.member import Member
from api.auth.tenants import organization_of
from api.domains.codes.codes.errors import CodeNotFound
from api.domains.codes.codes.hosts import hosts_in
from api.domains.codes.codes.links import CodeLinks
from api.domains.codes.codes.reading import find_code
from api.domains.messaging.messages.contents import Content, ContentSealer
from api.domains.messaging.messages.errors import MessageHasLeft, MessageNotFound, invalid
from api.domains.messaging.messages.gate import OVER_QUOTA, MessageGate
from api.domains.messaging.messages.models import Message
from api.domains.messaging.messages.repository import MessageRepository
from api.domains.messaging.messages.schemas import (
    ListMessages,
    MessageRead,
    MessageSent,
    SendEmailWithCode,
    SendMessage,
    SendSms,
)
from api.domains.messaging.messages.sms_segments import sms_size
from api.domains.messaging.messages.types import MessageRequest, MessageSource, Queued
from api.domains.people.consents.many_reading import ManyPeople
from api.domains.people.customers.contacts import normalised_email, normalised_phone, region_of
from api.domains.people.customers.service import CustomerService
from api.domains.people.customers.types import ContactKind
from api.kit.database_errors import QuotaReached
from api.kit.ids import new_id
from api.kit.mail_templates import mail_templates, one_line

_FOLDER = Path(__file__).parent / "mail_templates"


class MessageService:
    """Messages of one organisation, in one session."""

    def __init__(
        self,
        session: Session,
        gate: MessageGate,
        customers: CustomerService,
        base_url: str,
        now: datetime,
    ) -> None:
        self._session = session
        self._messages = MessageRepository(session)
        self._gate = gate
        self._customers = customers
        self._contents = ContentSealer(customers.sealer)
        self._base_url = base_url
        self._now = now

    def send_sms(self, me: Member, body: SendSms) -> MessageSent:
        """Queue a text message.

        Raises:
            Invalid: there is no recipient, or the number is not valid.
            CustomerNotFound: there is no such customer.
        """
        customer_id, phone = self._receiver(me, body, "phone", body.phone)
        request = MessageRequest(
            customer_id,
            "sms",
            body.purpose,
            body.text,
            not_before=body.send_at,
            address=phone if customer_id is None else None,
        )
        return self._sent(me, request, self._segments("single", request))

    def send_email_with_code(self, me: Member, body: SendEmailWithCode) -> MessageSent:
        """Queue an email with the picture of a code.

        Raises:
            Invalid: there is no recipient, or the address is not valid.
            CustomerNotFound: there is no such customer.
            CodeNotFound: there is no such code.
        """
        customer_id, email = self._receiver(me, body, "email", body.email)
        code = find_code(self._session, me.org_id, body.code_id)
        if code is None or code.deleted_at is not None:
            raise CodeNotFound
        organization = organization_of(self._session, me.org_id)
        url = CodeLinks(self._base_url, hosts_in(self._session)).of(code)
        subject = one_line(body.subject or code.name or organization.name)
        language = organization.locale.partition("-")[0]
        html = mail_templates(_FOLDER, escapes=True).get_template("code.html.jinja")
        request = MessageRequest(
            customer_id,
            "email",
            body.purpose,
            "\n\n".join(it for it in (body.text, url) if it),
            subject=subject,
            html=html.render(
                language=language,
                title=subject,
                lines=[it for it in body.text.splitlines() if it.strip()],
                url=url,
                name=code.name,
                organization=organization.name,
            ),
            language=language,
            not_before=body.send_at,
            address=email if customer_id is None else None,
            code_id=code.code_id,
        )
        return self._sent(me, request, None)

    def answer(
        self, me: Member, conversation_id: str, customer_id: str | None, phone: str, text: str
    ) -> MessageSent:
        """Queue an answer in a conversation."""
        address = phone if customer_id is None else None
        request = MessageRequest(customer_id, "sms", "service", text, address=address)
        return self._sent(me, request, self._segments("reply", request), "reply", conversation_id)

    def texts_to(self, org_id: str, address_index: bytes, most: int) -> list[MessageRead]:
        """Return the latest text messages to a number, latest first."""
        return self._reads(org_id, self._messages.texts_to(org_id, address_index, most))

    def of_person(
        self, org_id: str, source: MessageSource, source_id: str, customer_id: str
    ) -> MessageRead | None:
        """Return the message that a source sent to a person, or that the gate refused; that of the latest step if there
        are several.
        """
        ids = self._customers.ids_of_person(org_id, customer_id)
        row = self._messages.newest_of(org_id, source, source_id, ids)
        return self._reads(org_id, [row])[0] if row is not None else None

    def list_messages(self, org_id: str, body: ListMessages) -> tuple[list[MessageRead], int]:
        """Return a page of messages, newest first, and the total number."""
        ids = (
            self._customers.ids_of_person(org_id, body.customer_id)
            if body.customer_id is not None
            else None
        )
        rows, total = self._messages.list_messages(org_id, body, ids)
        return self._reads(org_id, rows), total

    def get(self, org_id: str, message_id: str) -> MessageRead:
        """Return a message.

        Raises:
            MessageNotFound: there is no such message.
        """
        row = self._messages.find(org_id, message_id)
        if row is None:
            raise MessageNotFound
        return self._reads(org_id, [row])[0]

    def cancel(self, org_id: str, message_id: str) -> MessageRead:
        """Cancel a queued message.

        Raises:
            MessageNotFound: there is no such message.
            MessageHasLeft: it is no longer queued.
        """
        self.get(org_id, message_id)
        moved = self._messages.move(
            org_id, message_id, ("queued",), state="cancelled", ended_at=self._now
        )
        if moved is None:
            raise MessageHasLeft
        self._messages.record(org_id, [(vars(moved), "cancelled")], self._now)
        return self._reads(org_id, [moved])[0]

    def _receiver(
        self, me: Member, body: SendMessage, kind: ContactKind, given: str | None
    ) -> tuple[str | None, str | None]:
        """Return the customer, who may be found by the address, and the normalised address."""
        if (body.customer_id is None) == (given is None):
            raise invalid(kind, "or customer_id is required, but not both", "receiver")
        if body.customer_id is not None:
            return self._customers.get(me.org_id, body.customer_id).customer_id, None
        assert given is not None
        address = (
            normalised_email(given)
            if kind == "email"
            else normalised_phone(given, region_of(me.locale))
        )
        if address is None:
            what = "an email address" if kind == "email" else "a phone number"
            raise invalid(kind, f"must be {what}", f"not_{kind}")
        found = (
            self._customers.find(me.org_id, email=address)
            if kind == "email"
            else self._customers.find(me.org_id, phone=address)
        )
        return found.customer_id if found is not None else None, address

    def _sent(
        self,
        me: Member,
        request: MessageRequest,
        segments: int | None,
        source: MessageSource = "single",
        source_id: str | None = None,
    ) -> MessageSent:
        step = new_id("step") if source_id is not None else ""
        queued = self._gate.queue_one(
            me.org_id,
            source,
            source_id or new_id("single"),
            step,
            request,
            self._now,
            created_by=me.caller_id or None,
        )
        if queued.reason == OVER_QUOTA and queued.is_new:
            raise QuotaReached(OVER_QUOTA, quota="messages")
        status, text = _answer(queued, self._now)
        return MessageSent(
            text=text,
            status=status,
            message_id=queued.message_id,
            reason=queued.reason,
            due_at=queued.due_at,
            segments=segments,
        )

    def _segments(self, source: MessageSource, request: MessageRequest) -> int:
        return sms_size(self._gate.as_sent(source, request).text).segments

    def _reads(self, org_id: str, rows: Sequence[Message]) -> list[MessageRead]:
        people = ManyPeople(self._session, org_id).profiles(
            it.customer_id for it in rows if it.customer_id
        )
        reads = []
        for row in rows:
            person = people.get(row.customer_id or "")
            key = person.sealing_key if person is not None else None
            content = self._contents.unseal(key, row.content_sealed) or Content("", "", "")
            values = {
                name: getattr(row, name)
                for name in MessageRead.model_fields
                if name not in ("subject", "content")
            }
            reads.append(MessageRead(**values, subject=content.subject, content=content.text))
        return reads


def _answer(queued: Queued, now: datetime) -> tuple[Literal["sent", "scheduled", "refused"], str]:
    """Return the status, and the text in which clients look for `sent` or `Scheduled`."""
    if queued.state == "refused":
        return "refused", f"Refused: {queued.reason}"
    if queued.due_at > now:
        return "scheduled", f"Scheduled for {queued.due_at:%Y-%m-%d %H:%M} UTC."
    return "sent", "Message sent."
