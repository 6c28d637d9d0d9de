"""Requests and answers about phone verification."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import AliasChoices, Field, StringConstraints

from api.domains.content.forms.types import PageId
from api.kit.pagination import ListBody
from api.kit.schemas import Body, Schema


class VerifyPhone(Body):
    """`phone` alone sends a passcode; with `code`, the passcode is checked."""

    phone: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=40)]
    code: Annotated[str, StringConstraints(strip_whitespace=True, pattern=r"^[0-9]{6}$")] | None = (
        Field(None, description="The six digits that were sent")
    )
    code_id: Annotated[str, StringConstraints(min_length=1, max_length=64)] | None = Field(
        None,
        validation_alias=AliasChoices("code_id", "qr_id"),
        description="The code on whose page the number is asked for; who is logged in, or has a key,"
        " may leave it out and asks for their organisation",
    )
    page_id: PageId | None = Field(
        None, description="The page whose form asks for the number; with its code, if it has one"
    )


class PhoneVerification(Schema):
    """What came of it."""

    state: Literal["sent", "verified", "wrong", "expired"]
    verified: bool
    message: str
    phone: str = Field(description="The number in E.164")
    expires_at: datetime | None = Field(None, description="Until when the passcode is good")
    resend_after: datetime | None = Field(None, description="When another one may be asked for")
    tries_left: int | None = None
    proof: str | None = Field(
        None,
        description="Of a verified number: `phone_proof` of the form that asks for it, good once and"
        " for half an hour",
    )


class ListSandboxMessages(ListBody):
    """A page of messages, the newest first. `filter` looks into recipient, subject and text; sort by
    created_at, channel, recipient.
    """

    channel: Literal["sms", "email", "push"] | None = None
    recipient: Annotated[str, StringConstraints(max_length=320)] | None = Field(
        None, description="The whole number or address"
    )


class SandboxMessageRead(Schema):
    """A message that was stored in the sandbox instead of being sent."""

    message_id: str
    channel: Literal["sms", "email", "push"]
    recipient: str
    subject: str = Field(description="Of emails; empty for others")
    body: str
    html: str = Field(description="Of emails, beside the plain text in `body`")
    unsubscribe_url: str = Field(
        description="What the unsubscribe button of an email program calls (RFC 8058); empty if there is none"
    )
    created_at: datetime
