"""Requests and answers about messages."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import AliasChoices, Field, StringConstraints

from api.domains.messaging.messages.types import MessageSource, MessageState
from api.domains.people.consents.types import Channel, Purpose
from api.kit.pagination import ListBody
from api.kit.schemas import OrgBody, Schema
from api.kit.timestamps import Moment

CustomerId = Annotated[str, StringConstraints(min_length=1, max_length=64)]
Address = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=320)]
SmsText = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=1600)]
MailText = Annotated[str, StringConstraints(strip_whitespace=True, max_length=10_000)]


class SendMessage(OrgBody):
    """To whom, what for, and when."""

    customer_id: CustomerId | None = Field(
        None, description="The receiver; or the address or number"
    )
    purpose: Purpose = Field(
        "service", description="News and surveys go only to customers who want them"
    )
    send_at: Moment | None = Field(None, description="At once if it is left out")


class SendSms(SendMessage):
    """One text message."""

    phone: Address | None = Field(
        None,
        validation_alias=AliasChoices("phone", "phone_number", "to"),
        description="A number, if no customer is named",
    )
    text: SmsText = Field(validation_alias=AliasChoices("text", "message", "body"))


class SendEmailWithCode(SendMessage):
    """One mail with the picture of a code in it."""

    email: Address | None = Field(None, description="An address, if no customer is named")
    code_id: Annotated[str, StringConstraints(min_length=1, max_length=64)]
    subject: Annotated[str, StringConstraints(strip_whitespace=True, max_length=200)] = Field(
        "", description="The code's name if it is left out"
    )
    text: MailText = Field(
        "",
        validation_alias=AliasChoices("text", "message", "body"),
        description="What stands above the code",
    )


class MessageSent(Schema):
    """What became of a message."""

    text: str = Field(
        description="Contains `sent` or `Scheduled`; anything else says why it is neither"
    )
    status: Literal["sent", "scheduled", "refused"]
    message_id: str
    reason: str = Field(description="Why it was refused, or waits; empty if there is none")
    due_at: datetime
    segments: int | None = Field(description="How many parts a text message is billed as")


class ListMessages(ListBody):
    """A page of messages, newest first."""

    customer_id: CustomerId | None = None
    source: MessageSource | None = None
    source_id: Annotated[str, StringConstraints(max_length=64)] | None = None
    state: list[MessageState] = Field([], max_length=10)
    channel: Channel | None = None


class MessageRef(OrgBody):
    """Which message."""

    message_id: Annotated[str, StringConstraints(min_length=1, max_length=64)]


class ReportMail(OrgBody):
    """An email that came back, as it was received."""

    message: Annotated[str, StringConstraints(min_length=1, max_length=200_000)] = Field(
        description="The whole email: a delivery status notification (RFC 3464) or a complaint (RFC 5965)"
    )


class MailReported(Schema):
    """What was understood."""

    message_id: str | None = Field(
        description="Our email that it is about; null if it is about none"
    )
    kind: Literal["bounced", "delayed", "complained"] | None


class MessageRead(Schema):
    """A message, and why it did not get there."""

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
        description="A name like `no_consent`, or what the provider said; empty if there is none"
    )
    subject: str
    content: str = Field(description="What it says, as text; empty where it was not kept")
    language: str
    due_at: datetime
    sender: str
    segments: int | None
    cost_micros: int | None = Field(description="What the provider charged, in millionths")
    currency: str | None
    created_at: datetime
    sending_at: datetime | None
    sent_at: datetime | None
    delivered_at: datetime | None
    ended_at: datetime | None
