"""Bodies of the calls about single vendors."""

from datetime import datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import AliasChoices, Field, StringConstraints

from api.kit.schemas import OrgBody, Schema
from api.kit.timestamps import Moment

EmailText = Annotated[str, StringConstraints(strip_whitespace=True, min_length=3, max_length=254)]
PhoneText = Annotated[str, StringConstraints(strip_whitespace=True, min_length=3, max_length=40)]

NotSentBecause = Literal["unknown_customer", "no_consent"]


class GetYotpoPoints(OrgBody):
    """Whose points."""

    email: EmailText


class YotpoPoints(Schema):
    """What somebody has at Yotpo."""

    email: str
    has_account: bool = Field(description="Whether Yotpo knows the address")
    points: int = Field(description="Points that can be spent now")
    points_earned: int = Field(description="Points of all time")
    tier: str = Field(description="Empty if there is none")


class SendAttentiveEvent(OrgBody):
    """An event of the caller's own about a customer, who is found by address or number."""

    type: Annotated[
        str,
        StringConstraints(
            strip_whitespace=True,
            min_length=1,
            max_length=100,
            pattern=r"""^[^"'(){}\[\]\\|,\x00-\x1f\x7f]+$""",
        ),
    ] = Field(
        validation_alias=AliasChoices("type", "event", "event_name"),
        description="Name of the event, without quotes, brackets, commas, backslashes or bars",
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
        description="Attentive keeps one event of each id; send the same one when you try again",
    )
    occurred_at: Moment | None = Field(
        None,
        validation_alias=AliasChoices("occurred_at", "occurredAt"),
        description="Now, if left out",
    )


class AttentiveEventSent(Schema):
    """What became of an event."""

    sent: bool
    reason: NotSentBecause | None = Field(description="Why nothing was sent")
    event_id: UUID
    occurred_at: datetime
