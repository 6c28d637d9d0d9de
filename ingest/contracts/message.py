"""An SMS, push or e-mail went a step further, as its provider reports."""

from typing import Literal

from ingest.contracts.envelope import Contract, Event, Id, Text


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
