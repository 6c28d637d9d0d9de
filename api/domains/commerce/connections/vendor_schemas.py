"""Request and response bodies for single vendors."""

from datetime import datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import AliasChoices, Field, StringConstraints

from api.kit.schemas import OrgBody, Schema
from api.kit.timestamps import Moment
from api.kit.visible_text import VISIBLE

EmailText = Annotated[str, StringConstraints(strip_whitespace=True, min_length=3, max_length=254)]
PhoneText = Annotated[str, StringConstraints(strip_whitespace=True, min_length=3, max_length=40)]

NotSentBecause = Literal["unknown_customer", "no_consent"]


class GetYotpoPoints(OrgBody):
    """The customer whose points to read."""

    email: EmailText


class YotpoPoints(Schema):
    """The points of a customer at Yotpo."""

    email: str
    has_account: bool = Field(description="Whether Yotpo knows the email address")
    points: int = Field(description="Points that can be spent now")
    points_earned: int = Field(description="All points ever earned")
    tier: str = Field(description="Empty if there is none")


class SendAttentiveEvent(OrgBody):
    """A custom event about a customer, who is found by email address or phone number."""

    type: Annotated[
        str,
        StringConstraints(
            strip_whitespace=True,
            min_length=1,
            max_length=100,
            pattern=r"""^[^"'(){}\[\]\\|,\x00-\x1f\x7f]+$""",
        ),
        VISIBLE,
    ] = Field(
        validation_alias=AliasChoices("type", "event", "event_name"),
        description="Name of the event, without quotes, brackets, commas, backslashes or vertical bars",
    )
    email: EmailText | None = None
    phone: PhoneText | None = None
    properties: dict[
        Annotated[
            str, StringConstraints(min_length=1, max_length=100, pattern=r'^[^"{}\[\]\\|]+$')
        ],
        Any,
    ] = Field({}, max_length=200)
    event_id: UUID | None = Field(
        None,
        validation_alias=AliasChoices("event_id", "externalEventId"),
        description="Attentive stores one event per id. Send the same id when you retry",
    )
    occurred_at: Moment | None = Field(
        None,
        validation_alias=AliasChoices("occurred_at", "occurredAt"),
        description="When the event happened; by default now",
    )


class AttentiveEventSent(Schema):
    """Whether the event was sent."""

    sent: bool
    reason: NotSentBecause | None = Field(description="Why nothing was sent")
    event_id: UUID
    occurred_at: datetime
