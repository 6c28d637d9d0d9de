"""Request and response schemas of messages."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import AliasChoices, Field, StringConstraints

from api.domains.messaging.messages.types import MessageSource, MessageState
from api.domains.people.consents.types import Channel, Purpose
from api.kit.pagination import ListBody
from api.kit.schemas import OrgBody, Schema
from api.kit.timestamps import Moment
from api.kit.visible_text import VISIBLE

CustomerId = Annotated[str, StringConstraints(min_length=1, max_length=64)]
Address = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=320), VISIBLE
]
SmsText = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=1600), VISIBLE
]
MailText = Annotated[str, StringConstraints(strip_whitespace=True, max_length=10_000)]


class SendMessage(OrgBody):
    """The recipient, the purpose and the time of a message."""

    customer_id: CustomerId | None = Field(
        None, description="The customer who receives it; alternatively, send the address or number"
    )
    purpose: Purpose = Field(
        "service",
        description="Marketing and feedback messages are sent only to customers who consented to them",
    )
    send_at: Moment | None = Field(None, description="When to send it; by default now")


class SendSms(SendMessage):
    """A text message."""

    phone: Address | None = Field(
        None,
        validation_alias=AliasChoices("phone", "phone_number", "to"),
        description="Phone number, if there is no `customer_id`",
    )
    text: SmsText = Field(validation_alias=AliasChoices("text", "message", "body"))


class SendEmailWithCode(SendMessage):
    """An email with the picture of a code."""

    email: Address | None = Field(None, description="Email address, if there is no `customer_id`")
    code_id: Annotated[str, StringConstraints(min_length=1, max_length=64)]
    subject: Annotated[str, StringConstraints(strip_whitespace=True, max_length=200)] = Field(
        "", description="By default the name of the code"
    )
    text: MailText = Field(
        "",
        validation_alias=AliasChoices("text", "message", "body"),
        description="The text above the code",
    )


class MessageSent(Schema):
    """A message and its state."""

    text: str = Field(
        description="Contains `sent` or `Scheduled`; otherwise it is the reason why the message was refused"
    )
    status: Literal["sent", "scheduled", "refused"]
    message_id: str
    reason: str = Field(description="Why it was refused or waits; empty if there is no reason")
    due_at: datetime
    segments: int | None = Field(description="Number of segments that a text message is billed as")


class ListMessages(ListBody):
    """Messages, newest first."""

    customer_id: CustomerId | None = None
    source: MessageSource | None = None
    source_id: Annotated[str, StringConstraints(max_length=64)] | None = None
    state: list[MessageState] = Field([], max_length=10)
    channel: Channel | None = None


class MessageRef(OrgBody):
    """Identifies a message."""

    message_id: Annotated[str, StringConstraints(min_length=1, max_length=64)]


class ReportMail(OrgBody):
    """An email that was returned, in the form in which it was received."""

    message: Annotated[str, StringConstraints(min_length=1, max_length=200_000)] = Field(
        description="The complete email: a delivery status notification (RFC 3464) or a complaint"
        " (RFC 5965)"
    )


class MailReported(Schema):
    """How the email was interpreted."""

    message_id: str | None = Field(
        description="The message that it refers to; null if it refers to none"
    )
    kind: Literal["bounced", "delayed", "complained"] | None


class MessageRead(Schema):
    """A message, with the reason if it was not delivered."""

    message_id: str
    source: MessageSource
    source_id: str
    step: str
    variant: str
    customer_id: str | None
    channel: Channel
    purpose: Purpose
    state: MessageState
    reason: str = Field(
        description="A code like `no_consent`, or the provider's explanation; empty if there is no reason"
    )
    subject: str
    content: str = Field(description="The content as plain text; empty if it was not stored")
    language: str
    due_at: datetime
    sender: str
    segments: int | None
    cost_micros: int | None = Field(
        description="Cost that the provider charged, in millionths of the currency"
    )
    currency: str | None
    created_at: datetime
    sending_at: datetime | None
    sent_at: datetime | None
    delivered_at: datetime | None
    ended_at: datetime | None
