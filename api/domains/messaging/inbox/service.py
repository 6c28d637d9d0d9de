"""Text message conversations: read, assigned, answered and done. Also canned answers."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime

from sqlalchemy.orm import Session

from api.auth.member import Member
from api.auth.roles import Role
from api.auth.tenants import role_in
from api.domains.messaging.campaigns.placeholders import BASE, FIELD
from api.domains.messaging.inbox.errors import (
    CannedAnswerNotFound,
    ConversationNotFound,
    TooManyCannedAnswers,
    invalid,
)
from api.domains.messaging.inbox.models import CannedAnswer, TextConversation, TextReply
from api.domains.messaging.inbox.owners import Owner, owners_of
from api.domains.messaging.inbox.repository import CannedAnswerRepository, ConversationRepository
from api.domains.messaging.inbox.schemas import (
    ChangeConversation,
    ConversationAnswered,
    ConversationCounts,
    ConversationRead,
    ConversationThread,
    LineRead,
    ListConversations,
    SaveCannedAnswer,
)
from api.domains.messaging.messages.contents import ContentSealer
from api.domains.messaging.messages.receivers import STOPPED
from api.domains.messaging.messages.service import MessageService
from api.domains.people.consents.service import TEXTS, ConsentService
from api.domains.people.consents.suppressions import SuppressionService
from api.domains.people.consents.types import Origin
from api.domains.people.customers.contacts import normalised_phone, region_of
from api.domains.people.customers.service import CustomerService
from api.kit.ids import new_id
from api.rendering.placeholders import defaults

MAX_CANNED_ANSWERS = 200
MOST_LINES = 200
ASKED_IN_INBOX = "Asked in a text message for no more of them"


class ConversationService:
    """Conversations of one organisation, in one session."""

    def __init__(
        self,
        session: Session,
        messages: MessageService,
        customers: CustomerService,
        consents: ConsentService,
        suppressions: SuppressionService,
        now: datetime,
    ) -> None:
        self._session = session
        self._rows = ConversationRepository(session)
        self._answers = CannedAnswerRepository(session)
        self._messages = messages
        self._customers = customers
        self._consents = consents
        self._suppressions = suppressions
        self._contents = ContentSealer(customers.sealer)
        self._now = now

    def list_conversations(
        self, me: Member, body: ListConversations
    ) -> tuple[list[ConversationRead], int]:
        """Return a page of conversations, latest first, and the total number."""
        phone = normalised_phone(body.filter, region_of(me.locale)) if body.filter else None
        index = self._customers.sealer.index(me.org_id, "phone", phone) if phone else None
        rows, total = self._rows.list_conversations(me.org_id, body, me.caller_id, index)
        return self._reads(me.org_id, rows), total

    def counts(self, me: Member) -> ConversationCounts:
        """Return the number of open conversations, and of these by status."""
        return self._rows.counts(me.org_id, me.caller_id)

    def open(self, me: Member, conversation_id: str) -> ConversationThread:
        """Return a conversation with its messages. It counts as read, unless the caller's role cannot answer it.

        Raises:
            ConversationNotFound: there is no such conversation.
        """
        row = self._find(me.org_id, conversation_id)
        if row.unread and me.role.reaches(Role.EDITOR):
            self._rows.change(row, unread=0)
        return self._thread(row)

    def peek(self, org_id: str, conversation_id: str) -> ConversationThread:
        """Return a conversation with its messages. It stays unread."""
        return self._thread(self._find(org_id, conversation_id))

    def change(self, org_id: str, body: ChangeConversation) -> ConversationThread:
        """Assign a conversation, or mark it as done or decided.

        Raises:
            ConversationNotFound: there is no such conversation.
            Invalid: the organisation has no member with this ID.
        """
        row = self._find(org_id, body.conversation_id)
        if body.assigned_to and role_in(self._session, org_id, body.assigned_to) is None:
            raise invalid("assigned_to", "must be the id of a member", "not_a_member")
        values: dict[str, object] = {}
        if body.assigned_to is not None:
            values["assigned_to"] = body.assigned_to or None
        for name in ("is_open", "is_flagged"):
            if getattr(body, name) is not None:
                values[name] = getattr(body, name)
        if values:
            self._rows.change(row, **values)
        return self._thread(row)

    def answer(self, me: Member, conversation_id: str, text: str) -> ConversationAnswered:
        """Send an answer through the gate, which refuses it if the person has replied STOP.

        Raises:
            ConversationNotFound: there is no such conversation.
        """
        row = self._find(me.org_id, conversation_id)
        phone = self._customers.sealer.unwrap(row.address_sealed)
        owner = self._owner(row)
        sent = self._messages.answer(me, row.conversation_id, owner.customer_id, phone, text)
        if sent.status != "refused":
            self._rows.change(
                row,
                unread=0,
                last_at=self._now,
                assigned_to=row.assigned_to or me.caller_id or None,
            )
        return ConversationAnswered(sent=sent, thread=self._thread(row))

    def opt_out(self, me: Member, conversation_id: str) -> ConversationThread:
        """Record that a person wants no more text messages, after a member has read this. For a number without a
        customer, it is stored as a suppression.

        Raises:
            ConversationNotFound: there is no such conversation.
        """
        row = self._find(me.org_id, conversation_id)
        customer_id = self._owner(row).customer_id
        if customer_id is not None:
            person = self._consents.person(me.org_id, customer_id)
            self._consents.lock(person)
            origin = Origin("staff", reason=ASKED_IN_INBOX, recorded_by=me.caller_id or None)
            self._consents.record(person, TEXTS, "withdrawn", origin)
        else:
            self._suppressions.suppress(me.org_id, STOPPED, "phone", row.address_index)
        self._rows.change(row, is_flagged=False, unread=0)
        return self._thread(row)

    def canned_answers(self, org_id: str) -> Sequence[CannedAnswer]:
        """Return all canned answers by name."""
        return self._answers.list_all(org_id)

    def save_canned_answer(self, me: Member, body: SaveCannedAnswer) -> CannedAnswer:
        """Save a new or an existing answer.

        Raises:
            CannedAnswerNotFound: there is no answer with this ID.
            TooManyCannedAnswers: the maximum number has been reached.
            Invalid: another answer has its name, or it has a placeholder that does not exist.
        """
        # Custom fields change over time. The member who inserts the answer sees which values are
        # not known.
        names = {it for it, _ in defaults(body.text) if not it.startswith(FIELD)}
        unknown = names - {it.name for it in BASE}
        if unknown:
            name = f"{{{{{min(unknown)}}}}}"
            message = f"has the placeholder {name}, which does not exist"
            raise invalid("text", message, "unknown_placeholder")
        count = self._answers.count(me.org_id)
        if body.answer_id is not None and self._answers.find(me.org_id, body.answer_id) is None:
            raise CannedAnswerNotFound
        if body.answer_id is None and count >= MAX_CANNED_ANSWERS:
            raise TooManyCannedAnswers
        saved = self._answers.save(
            {
                "answer_id": body.answer_id or new_id("canned"),
                "org_id": me.org_id,
                "name": body.name,
                "text": body.text,
                "created_at": self._now,
                "created_by": me.caller_id or None,
            }
        )
        if saved is None:
            raise invalid(
                "name",
                "is the name of another canned answer; choose another one",
                "canned_answer_name_taken",
            )
        return saved

    def delete_canned_answer(self, org_id: str, answer_id: str) -> None:
        """Remove an answer.

        Raises:
            CannedAnswerNotFound: there is no such answer.
        """
        if not self._answers.delete(org_id, answer_id):
            raise CannedAnswerNotFound

    def _find(self, org_id: str, conversation_id: str) -> TextConversation:
        row = self._rows.find(org_id, conversation_id)
        if row is None:
            raise ConversationNotFound
        return row

    def _thread(self, row: TextConversation) -> ConversationThread:
        replies = self._rows.replies(row.org_id, [row.conversation_id], MOST_LINES)
        owner = self._owner(row)
        theirs = [
            LineRead(
                message_id=it.reply_id,
                is_ours=False,
                kind=it.kind,
                text=owner.text(self._contents, it.content_sealed),
                at=it.received_at,
                state=None,
                reason="",
            )
            for it in replies
        ]
        ours = [
            LineRead(
                message_id=it.message_id,
                is_ours=True,
                kind="reply",
                text=it.content,
                at=it.created_at,
                state=it.state,
                reason=it.reason,
            )
            for it in self._messages.texts_to(row.org_id, row.address_index, MOST_LINES)
        ]
        lines = sorted([*theirs, *ours], key=lambda it: (it.at, it.is_ours))
        return ConversationThread(
            conversation=self._reads(row.org_id, [row])[0], lines=lines[-MOST_LINES:]
        )

    def _owner(self, row: TextConversation) -> Owner:
        return owners_of(self._session, row.org_id, [row.customer_id])[row.customer_id]

    def _reads(self, org_id: str, rows: Sequence[TextConversation]) -> list[ConversationRead]:
        last: dict[str, list[TextReply]] = defaultdict(list)
        for it in self._rows.replies(org_id, [row.conversation_id for row in rows], 1):
            last[it.conversation_id].append(it)
        members = self._consents.member_names(
            org_id, {row.assigned_to for row in rows if row.assigned_to}
        )
        owners = owners_of(self._session, org_id, {row.customer_id for row in rows})
        reads = []
        for row in rows:
            owner = owners[row.customer_id]
            profile = self._customers.find_profile(org_id, owner.customer_id or "")
            names = (profile.first_name, profile.last_name) if profile is not None else ()
            reads.append(
                ConversationRead(
                    conversation_id=row.conversation_id,
                    phone=self._customers.sealer.unwrap(row.address_sealed),
                    customer_id=owner.customer_id,
                    name=" ".join(it for it in names if it),
                    assigned_to=row.assigned_to,
                    assigned_name=members.get(row.assigned_to or "", ""),
                    is_open=row.is_open,
                    is_flagged=row.is_flagged,
                    unread=row.unread,
                    last_at=row.last_at,
                    last_text=" ".join(
                        owner.text(self._contents, it.content_sealed)
                        for it in last[row.conversation_id]
                    ),
                )
            )
        return reads
