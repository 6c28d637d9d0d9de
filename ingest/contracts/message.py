"""A text message, push message or email took a step, as its provider reports."""

from typing import Literal

from pydantic import Field

from ingest.contracts.envelope import Cents, Contract, Currency, Event, Id, Text


class MessageData(Contract):
    message_id: Id
    channel: Literal["sms", "push", "email"]
    status: Literal[
        "queued", "sent", "delivered", "failed", "bounced", "opened", "clicked", "unsubscribed"
    ]
    failure: Text | None = None
    link: Text | None = None
    """Which link of the message was clicked, without its query."""


class MessageRecorded(Event):
    type: Literal["message"] = "message"
    version: Literal[1] = 1
    data: MessageData


class MessageDataV2(Contract):
    """As version 1, and what the gate refused, what it belongs to, and what it cost. The receiver is the envelope's
    `customer_key`, a campaign its `campaign_id`.
    """

    message_id: Id
    channel: Literal["sms", "push", "email"]
    status: Literal[
        "queued",
        "refused",
        "cancelled",
        "sent",
        "delivered",
        "failed",
        "bounced",
        "opened",
        "clicked",
        "replied",
        "unsubscribed",
        "charged",
    ]
    """`refused`: the message was not allowed. `charged`: the provider reported its cost."""
    failure: Text | None = None
    """Why it was refused or failed."""
    source: Literal["campaign", "automation", "single", "reply", "passcode", "receipt", "test"]
    link: Text | None = None
    """Which link of the message was clicked, without its query."""
    segments: int | None = Field(None, ge=1, le=1_000)
    """How many parts a text message was billed as."""
    cost_micros: Cents | None = None
    """Millionths of the currency."""
    currency: Currency | None = None


class MessageRecordedV2(Event):
    type: Literal["message"] = "message"
    version: Literal[2] = 2
    data: MessageDataV2


class MessageDataV3(Contract):
    """As version 2, with the version of the content, the step, and each channel by its own name. Visitor, context and
    verdicts of a click are the envelope's.
    """

    message_id: Id
    channel: Literal["sms", "email", "whatsapp", "web_push", "wallet_push"]
    status: Literal[
        "queued",
        "refused",
        "cancelled",
        "sent",
        "delivered",
        "failed",
        "bounced",
        "shown",
        "opened",
        "clicked",
        "replied",
        "unsubscribed",
        "complained",
        "charged",
    ]
    """`shown`: a browser showed the notification. `complained`: the receiver called it spam."""
    failure: Text | None = None
    """Why it was refused or failed."""
    source: Literal["campaign", "automation", "single", "reply", "passcode", "receipt", "test"]
    source_id: Text | None = None
    """Its id there; a campaign's is the envelope's `campaign_id` too."""
    step: Text | None = None
    """Which step of an automation it is."""
    variant: Text | None = None
    """Which version of the content it is."""
    link: Text | None = None
    """Which link of the message was clicked, without its query."""
    segments: int | None = Field(None, ge=1, le=1_000)
    """How many parts a text message was billed as."""
    cost_micros: Cents | None = None
    """Millionths of the currency."""
    currency: Currency | None = None


class MessageRecordedV3(Event):
    type: Literal["message"] = "message"
    version: Literal[3] = 3
    data: MessageDataV3


class MessageDataV4(Contract):
    """As version 3, with the mails that ask the owner of an address to confirm a consent."""

    message_id: Id
    channel: Literal["sms", "email", "whatsapp", "web_push", "wallet_push"]
    status: Literal[
        "queued",
        "refused",
        "cancelled",
        "sent",
        "delivered",
        "failed",
        "bounced",
        "shown",
        "opened",
        "clicked",
        "replied",
        "unsubscribed",
        "complained",
        "charged",
    ]
    """`shown`: a browser showed the notification. `complained`: the receiver called it spam."""
    failure: Text | None = None
    """Why it was refused or failed."""
    source: Literal[
        "campaign",
        "automation",
        "single",
        "reply",
        "passcode",
        "confirmation",
        "receipt",
        "test",
    ]
    source_id: Text | None = None
    """Its id there; a campaign's is the envelope's `campaign_id` too."""
    step: Text | None = None
    """Which step of an automation it is."""
    variant: Text | None = None
    """Which version of the content it is."""
    link: Text | None = None
    """Which link of the message was clicked, without its query."""
    segments: int | None = Field(None, ge=1, le=1_000)
    """How many parts a text message was billed as."""
    cost_micros: Cents | None = None
    """Millionths of the currency."""
    currency: Currency | None = None


class MessageRecordedV4(Event):
    type: Literal["message"] = "message"
    version: Literal[4] = 4
    data: MessageDataV4
