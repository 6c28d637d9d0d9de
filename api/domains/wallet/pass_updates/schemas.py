"""What calls about updates of passes take and give."""

from datetime import datetime
from typing import Annotated, Literal, Self

from pydantic import AliasChoices, Field, StringConstraints, model_validator

from api.domains.wallet.passes.types import PassOrder
from api.kit.pagination import PagedBody
from api.kit.schemas import OrgBody, Schema
from api.kit.timestamps import Moment
from api.rendering.wallet.content import FieldFormat, Key, Label

Id = Annotated[str, StringConstraints(min_length=1, max_length=64)]
Message = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=300)]
Value = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=2_000)]
UpdateState = Literal["scheduled", "running", "paused", "done", "cancelled"]
HolderState = Literal["installed", "removed", "not_installed"]
HolderFilter = Literal["installed", "removed", "not_installed", "stale", "void"]
Later = Annotated[
    Moment | None,
    Field(
        validation_alias=AliasChoices("send_at", "scheduled_for"),
        description="When it starts; without one, now",
    ),
]


class Audience(OrgBody):
    """Whose passes: those of a segment, one, or all."""

    segment_id: Id | None = Field(None, description="Passes of customers in this segment")
    pass_id: Id | None = Field(None, description="This pass alone")

    @model_validator(mode="after")
    def _is_one(self) -> Self:
        if self.segment_id is not None and self.pass_id is not None:
            raise ValueError("name a segment or a pass, not both")
        return self


class SendPush(Audience):
    """A message to people who have a pass on their phone."""

    message: Message = Field(validation_alias=AliasChoices("message", "body", "text"))
    send_at: Later = None


class StartPassUpdate(Audience):
    """A new value for a field of many passes, like the offer."""

    field_key: Key
    value: Value
    change_message: Label | None = Field(
        None, description="What phones say of the change, `%@` is the value; without one, as it was"
    )
    send_at: Later = None


class PreviewPassUpdate(Audience):
    """Asks whom a message or a change would reach."""

    field_key: Key | None = Field(None, description="The field to change; without one, a message")
    value: Value | None = None


class ChangePassUpdate(OrgBody):
    """Pauses an update, goes on with it, or ends it. What passes show already stays."""

    update_id: Id
    action: Literal["pause", "resume", "cancel"]


class ListPassUpdates(PagedBody):
    """Updates, newest first."""


class ListPassHolders(PagedBody):
    """Passes with their holders."""

    filter: str | None = Field(
        None, max_length=200, description="Text in the serial number or the customer's name"
    )
    template_id: Id | None = Field(None, description="Passes of this template")
    state: HolderFilter | None = Field(
        None,
        description="`stale`: no phone has fetched the last change for a day; `void`: made void or used up",
    )
    sort: PassOrder = "-created_at"


class PassHolder(Schema):
    """A pass, who holds it, and what became of it."""

    pass_id: str
    passTypeIdentifier: str  # noqa: N815
    serialNumber: str  # noqa: N815
    description: str
    customer_id: str | None
    customer_name: str | None = Field(description="None where no name is known")
    template_id: str | None
    template_version: int | None
    state: HolderState = Field(
        description="`installed`: in a wallet; `removed`: taken off the last one; `not_installed`: in none yet"
    )
    phones: int = Field(description="On how many iPhones it is")
    is_at_google: bool = Field(description="Whether it is in Google Wallet")
    is_void: bool
    is_stale: bool = Field(
        description="A day after the last change no iPhone that holds it had fetched that"
    )
    uses: int
    max_uses: int | None
    created_at: datetime
    installed_at: datetime | None = Field(
        description="Since when an iPhone has had it; Google does not say"
    )
    removed_at: datetime | None = Field(
        description="When the last iPhone removed it; Google does not say"
    )
    updated_at: datetime
    used_at: datetime | None = Field(description="When it was last redeemed")


class FieldOfPasses(Schema):
    """A field that an update can change."""

    key: str
    label: str = Field(description="What most passes call it; may be empty")
    value: str = Field(description="What most passes show")
    format: FieldFormat
    change_message: str | None = Field(description="What most phones say of a change")
    passes: int = Field(description="How many of the audience's newest thousand passes have it")


class PassUpdatePreview(Schema):
    """Whom it would reach."""

    passes: int = Field(description="Of a message: on a phone and not void")
    phones: int
    development: int = Field(description="Passes that are signed for development: never pushed")
    with_field: int = Field(description="Passes that have the field")
    same: int = Field(description="Passes that show the value already")
    limited: int = Field(description="Passes that had three messages within 24 hours")
    at_google: int = Field(description="Passes that somebody has in Google Wallet")
    silent_at_google: int = Field(
        description="Of these, passes that woke the phone three times within 24 hours: they change silently"
    )
    fields: list[FieldOfPasses] = Field(
        description="Fields of the audience's newest thousand passes, the commonest first"
    )


class PushAnswer(Schema):
    """What becomes of a message. `text` has the word `sent` or `Scheduled`."""

    status: Literal["sent", "scheduled"]
    text: str
    update_id: str
    passes: int
    phones: int
    development: int


class PassUpdateRead(Schema):
    """An update and how far it is."""

    update_id: str
    kind: Literal["message", "field"]
    text: str
    field_key: str | None
    field_label: str | None = Field(description="What passes call the field")
    audience: Literal["all", "segment", "pass"]
    audience_id: str | None
    state: UpdateState
    scheduled_for: datetime | None
    total: int = Field(description="Passes that it was about when it started")
    changed: int = Field(description="Passes that show it")
    unchanged: int = Field(
        description="Passes that showed it before, have no such field or no room, or whose holder got it on another"
    )
    not_allowed: int = Field(description="Passes whose holders did not agree to messages")
    limited: int = Field(description="Passes that had three messages within 24 hours")
    waiting: int = Field(description="Passes whose holders have quiet hours")
    created_at: datetime
    finished_at: datetime | None
