"""Requests and answers about conversations by text message."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from api.domains.messaging.inbox.keywords import Meaning
from api.domains.messaging.messages.schemas import MessageSent, SmsText
from api.domains.messaging.messages.types import MessageState
from api.kit.pagination import PagedBody
from api.kit.schemas import OrgBody, Schema

Id = Annotated[str, StringConstraints(min_length=1, max_length=64)]
Name = Annotated[
    str,
    StringConstraints(
        strip_whitespace=True, min_length=1, max_length=80, pattern=r"^[^\x00-\x1f\x7f]+$"
    ),
]


class ReplyInSandbox(OrgBody):
    """What somebody would answer on a phone, where no provider is set."""

    phone: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=40)]
    text: SmsText


class ListConversations(PagedBody):
    """A page of conversations, latest first."""

    is_open: bool = Field(True, description="Whether they wait for somebody, or are done")
    assigned_to: Id | None = Field(None, description="Those of one member")
    only_flagged: bool = Field(
        False, description="Only those in which somebody seems to want no more messages"
    )


class ConversationRef(OrgBody):
    """Which conversation."""

    conversation_id: Id


class ChangeConversation(ConversationRef):
    """Who looks after it, and whether it is done. What is left out stays as it is."""

    assigned_to: Id | Literal[""] | None = Field(None, description="A member; empty for nobody")
    is_open: bool | None = None
    is_flagged: bool | None = Field(None, description="False once somebody decided")


class AnswerConversation(ConversationRef):
    """An answer."""

    text: SmsText


class SaveCannedAnswer(OrgBody):
    """A new answer; with `answer_id`, the new wording of one."""

    answer_id: Id | None = None
    name: Name
    text: SmsText


class ListCannedAnswers(OrgBody):
    """All of the organisation."""


class CannedAnswerRef(OrgBody):
    """Which answer."""

    answer_id: Id


class ConversationRead(Schema):
    """A conversation in a list."""

    conversation_id: str
    phone: str
    customer_id: str | None
    name: str = Field(description="Of the customer; empty if there is none")
    assigned_to: str | None
    assigned_name: str
    is_open: bool
    is_flagged: bool
    unread: int
    last_at: datetime
    last_text: str


class LineRead(Schema):
    """One message of a conversation."""

    message_id: str
    is_ours: bool
    kind: Meaning
    text: str
    at: datetime
    state: MessageState | None = Field(description="How far ours got; null for theirs")
    reason: str


class ConversationThread(Schema):
    """A conversation with its messages, oldest first."""

    conversation: ConversationRead
    lines: list[LineRead] = Field(description="The latest 200")


class ConversationAnswered(Schema):
    """The answer, and what became of it."""

    sent: MessageSent
    thread: ConversationThread


class CannedAnswerRead(Schema):
    """An answer that is written once."""

    answer_id: str
    name: str
    text: str


class CannedAnswerList(Schema):
    """Every answer, by name."""

    items: list[CannedAnswerRead]
    total: int = Field(description="At most 200")


class CannedAnswerDeleted(Schema):
    """An answer that is gone."""

    answer_id: str
