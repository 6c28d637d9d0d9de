"""All SQL statements about text message conversations."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import ColumnElement, delete, func, or_, select, text, true, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import InstrumentedAttribute, Session

from api.db.advisory_locks import lock_until_commit
from api.db.tenancy import Repository
from api.domains.messaging.inbox.models import CannedAnswer, TextConversation, TextReply
from api.domains.messaging.inbox.schemas import ConversationCounts, ListConversations
from api.domains.people.customers.tables import customers
from api.kit.pagination import contains_pattern

_OWNER = text("select org_id from owner_of_sms_number(:phone)")
_SENDERS = text("select org_id from senders_of_texts()")


def organizations_with_number(session: Session, number: str) -> list[str]:
    """Return the organisation that bought one of our numbers; empty for the shared number."""
    return list(session.scalars(_OWNER, {"phone": number}))


def organizations_that_text(session: Session) -> list[str]:
    """Return all organisations that send text messages."""
    return list(session.scalars(_SENDERS))


class ConversationRepository(Repository[TextConversation]):
    """Conversations of one organisation, in one session."""

    model = TextConversation

    def open(self, values: Mapping[str, Any]) -> TextConversation:
        """Return the conversation with a number, which is created if there is none. It is locked, and reopened."""
        made = insert(TextConversation).values(**values, is_open=True, is_flagged=False, unread=0)
        again = made.on_conflict_do_update(
            index_elements=["org_id", "address_index"],
            set_={
                "last_at": func.greatest(TextConversation.last_at, made.excluded.last_at),
                "customer_id": made.excluded.customer_id,
                "is_open": True,
            },
        )
        return self.session.scalars(
            again.returning(TextConversation).execution_options(populate_existing=True)
        ).one()

    def add_reply(self, values: Mapping[str, Any]) -> bool:
        """Store a message. Return False if it was already stored."""
        added = insert(TextReply).values(**values).on_conflict_do_nothing()
        return self.session.scalar(added.returning(TextReply.reply_id)) is not None

    def is_known(self, org_id: str, provider_id: str) -> bool:
        """Return whether a message was already stored."""
        own = select(TextReply.reply_id).where(
            TextReply.org_id == org_id, TextReply.provider_id == provider_id
        )
        return self.session.scalar(own) is not None

    def find_of(self, org_id: str, address_index: bytes) -> TextConversation | None:
        """Return the conversation with a number, or None."""
        own = self.scoped(org_id).where(TextConversation.address_index == address_index)
        return self.session.scalar(own)

    def id_of(self, org_id: str, address_index: bytes) -> str:
        """Return the ID of the conversation with a number, which must exist."""
        own = self.scoped(org_id).where(TextConversation.address_index == address_index)
        return self.session.scalars(own).one().conversation_id

    def find(self, org_id: str, conversation_id: str) -> TextConversation | None:
        """Return a conversation, locked until the transaction ends."""
        own = self.scoped(org_id).where(TextConversation.conversation_id == conversation_id)
        return self.session.scalar(own.with_for_update())

    def list_conversations(
        self, org_id: str, body: ListConversations, user_id: str, address_index: bytes | None
    ) -> tuple[list[TextConversation], int]:
        """Return a page of conversations, latest first, and the total number. `address_index` is that of the filter, if
        it is a number.
        """
        own = self.scoped(org_id)
        if body.is_open is not None:
            own = own.where(TextConversation.is_open == body.is_open)
        if body.filter:
            kept = customers.alias("kept")
            person = func.coalesce(customers.c.merged_into, customers.c.customer_id)
            found = (
                select(customers.c.customer_id)
                .join(kept, (kept.c.org_id == org_id) & (kept.c.customer_id == person))
                .where(
                    customers.c.org_id == org_id,
                    func.concat_ws(" ", kept.c.first_name, kept.c.last_name).ilike(
                        contains_pattern(body.filter)
                    ),
                )
            )
            own = own.where(
                or_(
                    TextConversation.customer_id.in_(found),
                    TextConversation.address_index == address_index,
                )
            )
        if body.only_mine:
            own = own.where(TextConversation.assigned_to == user_id)
        if body.only_unassigned:
            own = own.where(TextConversation.assigned_to.is_(None))
        if body.only_unread:
            own = own.where(TextConversation.unread > 0)
        if body.assigned_to is not None:
            own = own.where(TextConversation.assigned_to == body.assigned_to)
        if body.only_flagged:
            own = own.where(TextConversation.is_flagged)
        latest = TextConversation.last_at.desc()
        return self.page(own, body.paging, latest, TextConversation.conversation_id.asc())

    def counts(self, org_id: str, user_id: str) -> ConversationCounts:
        """Return the number of open conversations, and how many of them are unread, assigned to this member, unassigned
        and flagged.
        """
        ways: dict[str, ColumnElement[bool] | InstrumentedAttribute[bool]] = {
            "open": true(),
            "unread": TextConversation.unread > 0,
            "mine": TextConversation.assigned_to == user_id,
            "unassigned": TextConversation.assigned_to.is_(None),
            "flagged": TextConversation.is_flagged,
        }
        own = select(*(func.count().filter(way).label(name) for name, way in ways.items()))
        own = own.where(TextConversation.org_id == org_id, TextConversation.is_open)
        return ConversationCounts.model_validate(self.session.execute(own).one())

    def replies(
        self, org_id: str, conversation_ids: Sequence[str], most: int
    ) -> Sequence[TextReply]:
        """Return the latest messages of conversations, at most `most` of each, latest first."""
        place = (
            func.row_number()
            .over(
                partition_by=TextReply.conversation_id,
                order_by=(TextReply.received_at.desc(), TextReply.reply_id),
            )
            .label("place")
        )
        ranked = (
            select(TextReply.reply_id, place)
            .where(TextReply.org_id == org_id, TextReply.conversation_id.in_(conversation_ids))
            .subquery()
        )
        own = (
            select(TextReply)
            .join(ranked, ranked.c.reply_id == TextReply.reply_id)
            .where(TextReply.org_id == org_id, ranked.c.place <= most)
            .order_by(TextReply.received_at.desc(), TextReply.reply_id)
        )
        return self.session.scalars(own).all()

    def change(self, row: TextConversation, **values: Any) -> None:
        """Write values to a conversation."""
        self.session.execute(
            update(TextConversation)
            .where(
                TextConversation.org_id == row.org_id,
                TextConversation.conversation_id == row.conversation_id,
            )
            .values(**values)
        )
        self.session.refresh(row)


class CannedAnswerRepository(Repository[CannedAnswer]):
    """Canned answers of one organisation, in one session."""

    model = CannedAnswer

    def count(self, org_id: str) -> int:
        """Return the number of canned answers, and lock them until the transaction ends."""
        lock_until_commit(self.session, "canned-answers", org_id)
        own = self.scoped(org_id).subquery()
        return self.session.scalar(select(func.count()).select_from(own)) or 0

    def list_all(self, org_id: str) -> Sequence[CannedAnswer]:
        """Return all canned answers by name."""
        return self.session.scalars(
            self.scoped(org_id).order_by(func.lower(CannedAnswer.name))
        ).all()

    def save(self, values: Mapping[str, Any]) -> CannedAnswer | None:
        """Store an answer, or the new text of an existing one. Return None if another answer has its name."""
        taken = select(CannedAnswer.answer_id).where(
            CannedAnswer.org_id == values["org_id"],
            func.lower(CannedAnswer.name) == values["name"].lower(),
            CannedAnswer.answer_id != values["answer_id"],
        )
        if self.session.scalar(taken) is not None:
            return None
        made = insert(CannedAnswer).values(**values)
        saved = made.on_conflict_do_update(
            index_elements=["answer_id"],
            set_={"name": made.excluded.name, "text": made.excluded.text},
            where=CannedAnswer.org_id == values["org_id"],
        ).returning(CannedAnswer)
        return self.session.scalar(saved.execution_options(populate_existing=True))

    def find(self, org_id: str, answer_id: str) -> CannedAnswer | None:
        """Return an answer, or None."""
        return self.session.scalar(self.scoped(org_id).where(CannedAnswer.answer_id == answer_id))

    def delete(self, org_id: str, answer_id: str) -> bool:
        """Remove an answer. Return False if there is none."""
        gone = (
            delete(CannedAnswer)
            .where(CannedAnswer.org_id == org_id, CannedAnswer.answer_id == answer_id)
            .returning(CannedAnswer.answer_id)
        )
        return self.session.scalar(gone) is not None
