"""Request and response schemas of text message conversations."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from api.domains.messaging.inbox.keywords import Meaning
from api.domains.messaging.messages.schemas import MessageSent, SmsText
from api.domains.messaging.messages.types import MessageState
from api.kit.pagination import PagedBody
from api.kit.schemas import OrgBody, Schema
from api.kit.visible_text import VISIBLE, OneLine

Id = Annotated[str, StringConstraints(min_length=1, max_length=64)]
Name = Annotated[str, OneLine(80)]


class ReplyInSandbox(OrgBody):
    """A text message that a phone in the sandbox sends."""

    phone: Annotated[
        str, StringConstraints(strip_whitespace=True, min_length=1, max_length=40), VISIBLE
    ]
    text: SmsText


class SandboxPhoneRef(OrgBody):
    """A phone in the sandbox."""

    phone: Annotated[
        str, StringConstraints(strip_whitespace=True, min_length=1, max_length=40), VISIBLE
    ]


class SandboxLine(Schema):
    """A text message as a phone shows it."""

    message_id: str
    is_sent: bool = Field(description="Whether the phone sent it; otherwise it received it")
    text: str
    at: datetime


class SandboxPhone(Schema):
    """The messages that a phone in the sandbox received and sent, oldest first."""

    phone: str
    lines: list[SandboxLine] = Field(description="The latest 200 messages of the last week")


class GetSandbox(OrgBody):
    """Get the sandbox of the organisation."""


class SandboxRecipient(Schema):
    """A phone number or email address for which there are messages in the sandbox."""

    channel: Literal["sms", "email", "push"]
    recipient: str
    messages: int
    last_at: datetime


class Sandbox(Schema):
    """The recipients of messages that were not sent through a provider."""

    keeps_texts: bool = Field(
        description="Whether text messages stay in the sandbox; otherwise they are sent"
    )
    keeps_mails: bool = Field(
        description="Whether emails stay in the sandbox; otherwise they are sent"
    )
    items: list[SandboxRecipient]
    total: int = Field(description="At most 200")


class ListConversations(PagedBody):
    """Conversations, latest first."""

    filter: Annotated[str, StringConstraints(strip_whitespace=True, max_length=200)] = Field(
        "", description="Part of a customer's name, or a complete phone number"
    )
    is_open: bool | None = Field(
        True, description="Only open (true) or done (false) conversations; null for both"
    )
    assigned_to: Id | None = Field(None, description="Only conversations assigned to this member")
    only_mine: bool = Field(False, description="Only conversations assigned to the caller")
    only_unassigned: bool = Field(False, description="Only unassigned conversations")
    only_unread: bool = False
    only_flagged: bool = Field(
        False, description="Only conversations in which the customer seems to want no more messages"
    )


class CountConversations(OrgBody):
    """Count the conversations of the organisation."""


class ConversationCounts(Schema):
    """Number of open conversations, and how many of them are unread, assigned to the caller, unassigned or flagged."""

    open: int
    unread: int
    mine: int = Field(description="Assigned to the caller")
    unassigned: int
    flagged: int


class ConversationRef(OrgBody):
    """Identifies a conversation."""

    conversation_id: Id


class ChangeConversation(ConversationRef):
    """The member to whom a conversation is assigned, and whether it is done. Absent fields do not change."""

    assigned_to: Id | Literal[""] | None = Field(
        None, description="The id of a member; empty for nobody"
    )
    is_open: bool | None = None
    is_flagged: bool | None = Field(None, description="Set to false once somebody has decided")


class AnswerConversation(ConversationRef):
    """An answer to send."""

    text: SmsText


class WriteCannedAnswer(ConversationRef):
    """A conversation and a canned answer."""

    answer_id: Id


class CannedAnswerWritten(Schema):
    """A canned answer, filled in for a customer."""

    text: str = Field(description="The text with the customer's data instead of placeholders")
    missing: list[str] = Field(
        description="Placeholders that were removed because they have neither a value nor a default"
    )


class SaveCannedAnswer(OrgBody):
    """A new canned answer, or with `answer_id`, the new name and text of an existing one."""

    answer_id: Id | None = None
    name: Name
    text: SmsText = Field(
        description="Can contain the placeholders of campaigns, like `{{customer.first_name|there}}`"
    )


class ListCannedAnswers(OrgBody):
    """List the canned answers of the organisation."""


class CannedAnswerRef(OrgBody):
    """Identifies a canned answer."""

    answer_id: Id


class ConversationRead(Schema):
    """A conversation."""

    conversation_id: str
    phone: str
    customer_id: str | None
    name: str = Field(description="Name of the customer; empty if it is not known")
    assigned_to: str | None
    assigned_name: str
    is_open: bool
    is_flagged: bool
    unread: int
    last_at: datetime
    last_text: str


class LineRead(Schema):
    """A message of a conversation."""

    message_id: str
    is_ours: bool
    kind: Meaning
    text: str
    at: datetime
    state: MessageState | None = Field(
        description="Delivery state of a message from the organisation; null for a message from the"
        " customer"
    )
    reason: str


class ConversationThread(Schema):
    """A conversation with its messages, oldest first."""

    conversation: ConversationRead
    lines: list[LineRead] = Field(description="The latest 200 messages")


class ConversationAnswered(Schema):
    """The result of sending an answer, and the updated conversation."""

    sent: MessageSent
    thread: ConversationThread


class CannedAnswerRead(Schema):
    """A canned answer."""

    answer_id: str
    name: str
    text: str


class CannedAnswerList(Schema):
    """Canned answers by name."""

    items: list[CannedAnswerRead]
    total: int = Field(description="At most 200")


class CannedAnswerDeleted(Schema):
    """The canned answer that was deleted."""

    answer_id: str
