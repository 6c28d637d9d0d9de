"""Requests and responses about phone verification."""

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import AliasChoices, BeforeValidator, Field, StringConstraints

from api.domains.content.forms.types import PageId
from api.domains.content.forms.verification.passcodes import read_passcode
from api.kit.pagination import ListBody
from api.kit.schemas import Body, Schema
from api.kit.visible_text import VISIBLE


def _as_digits(typed: Any) -> Any:
    return (read_passcode(typed) or typed.strip()) if isinstance(typed, str) else typed


class VerifyPhone(Body):
    """`phone` alone sends a passcode; with `code`, the passcode is checked."""

    phone: Annotated[
        str, StringConstraints(strip_whitespace=True, min_length=1, max_length=40), VISIBLE
    ]
    code: (
        Annotated[str, BeforeValidator(_as_digits), StringConstraints(pattern=r"^[0-9]{6}$")] | None
    ) = Field(
        None,
        description="The six digits that were sent. Spaces and hyphens are ignored, and digits of other scripts"
        " are read",
    )
    code_id: Annotated[str, StringConstraints(min_length=1, max_length=64)] | None = Field(
        None,
        validation_alias=AliasChoices("code_id", "qr_id"),
        description="The code whose page asks for the number; optional with a login or an API key, for the"
        " caller's organisation",
    )
    page_id: PageId | None = Field(
        None,
        description="The page whose form asks for the number, together with its code, if it has one",
    )


class PhoneVerification(Schema):
    """The result of the verification."""

    state: Literal["sent", "verified", "wrong", "expired"]
    verified: bool
    message: str
    phone: str = Field(description="The number in E.164")
    expires_at: datetime | None = Field(None, description="When the passcode expires")
    resend_after: datetime | None = Field(
        None, description="When another passcode can be requested"
    )
    tries_left: int | None = None
    proof: str | None = Field(
        None,
        description="For a verified number: the `phone_proof` for the form, which can be used once within"
        " half an hour",
    )


class ListSandboxMessages(ListBody):
    """A page of messages, newest first. `filter` searches recipient, subject and text; sort by created_at, channel,
    recipient.
    """

    channel: Literal["sms", "email", "push"] | None = None
    recipient: Annotated[str, StringConstraints(max_length=320)] | None = Field(
        None, description="The full number or address"
    )


class SandboxMessageRead(Schema):
    """A message that was stored in the sandbox instead of being sent."""

    message_id: str
    channel: Literal["sms", "email", "push"]
    recipient: str
    subject: str = Field(description="For emails; otherwise empty")
    body: str
    html: str = Field(description="For emails, in addition to the plain text in `body`")
    unsubscribe_url: str = Field(
        description="What the unsubscribe button of an email program calls (RFC 8058); empty if there is none"
    )
    created_at: datetime
