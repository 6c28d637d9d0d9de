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


class SandboxPhoneRef(OrgBody):
    """Whose phone."""

    phone: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=40)]


class SandboxLine(Schema):
    """A text message as a phone shows it."""

    message_id: str
    is_sent: bool = Field(description="Whether the phone sent it; otherwise it got it")
    text: str
    at: datetime


class SandboxPhone(Schema):
    """What a phone would have sent and received, oldest first."""

    phone: str
    lines: list[SandboxLine] = Field(description="The latest 200, of a week")


class GetSandbox(OrgBody):
    """All of the organisation."""


class SandboxRecipient(Schema):
    """A number or address that messages were kept for."""

    channel: Literal["sms", "email", "push"]
    recipient: str
    messages: int
    last_at: datetime


class Sandbox(Schema):
    """Whom messages were kept for that no provider sent."""

    keeps_texts: bool = Field(description="Whether text messages are kept; otherwise they are sent")
    keeps_mails: bool = Field(description="Whether emails are kept; otherwise they are sent")
    items: list[SandboxRecipient]
    total: int = Field(description="At most 200")


class ListConversations(PagedBody):
    """A page of conversations, latest first."""

    filter: Annotated[str, StringConstraints(strip_whitespace=True, max_length=200)] = Field(
        "", description="Part of a customer's name, or a whole phone number"
    )
    is_open: bool | None = Field(
        True, description="Whether they wait for somebody, or are done; null for both"
    )
    assigned_to: Id | None = Field(None, description="Those of one member")
    only_mine: bool = Field(False, description="Only those assigned to the caller")
    only_unassigned: bool = Field(False, description="Only those that nobody looks after")
    only_unread: bool = False
    only_flagged: bool = Field(
        False, description="Only those in which somebody seems to want no more messages"
    )


class CountConversations(OrgBody):
    """All of the organisation."""


class ConversationCounts(Schema):
    """How many conversations are open, and of these how many in which way."""

    open: int
    unread: int
    mine: int = Field(description="Assigned to the caller")
    unassigned: int
    flagged: int


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


class WriteCannedAnswer(ConversationRef):
    """Which answer."""

    answer_id: Id


class CannedAnswerWritten(Schema):
    """An answer as it would be sent."""

    text: str = Field(description="With the values of the customer in place of placeholders")
    missing: list[str] = Field(
        description="Placeholders without a default of which nothing is known; they are left out"
    )


class SaveCannedAnswer(OrgBody):
    """A new answer; with `answer_id`, the new wording of one."""

    answer_id: Id | None = None
    name: Name
    text: SmsText = Field(
        description="May have the placeholders of campaigns, like `{{customer.first_name|there}}`"
    )


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
