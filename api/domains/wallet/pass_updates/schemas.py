"""Requests and responses about updates of passes."""

from datetime import datetime
from typing import Annotated, Literal, Self

from pydantic import AliasChoices, Field, StringConstraints, model_validator

from api.domains.wallet.passes.types import PassOrder
from api.kit.pagination import PagedBody
from api.kit.schemas import OrgBody, Schema
from api.kit.timestamps import Moment
from api.kit.visible_text import VISIBLE
from api.rendering.wallet.content import FieldFormat, Key, Label

Id = Annotated[str, StringConstraints(min_length=1, max_length=64)]
Message = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=300), VISIBLE
]
Value = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=2_000), VISIBLE
]
UpdateState = Literal["scheduled", "running", "paused", "done", "cancelled"]
HolderState = Literal["installed", "removed", "not_installed"]
HolderFilter = Literal["installed", "removed", "not_installed", "stale", "void"]
Later = Annotated[
    Moment | None,
    Field(
        validation_alias=AliasChoices("send_at", "scheduled_for"),
        description="When it starts; by default now",
    ),
]


class Audience(OrgBody):
    """The passes: those of a segment, a single one, or all."""

    segment_id: Id | None = Field(None, description="Passes of customers in this segment")
    pass_id: Id | None = Field(None, description="Only this pass")

    @model_validator(mode="after")
    def _is_one(self) -> Self:
        if self.segment_id is not None and self.pass_id is not None:
            raise ValueError("send either a segment or a pass")
        return self


class SendPush(Audience):
    """A message to people who have a pass on their phone."""

    message: Message = Field(validation_alias=AliasChoices("message", "body", "text"))
    send_at: Later = None


class StartPassUpdate(Audience):
    """A new value for a field of many passes, such as the offer."""

    field_key: Key
    value: Value
    change_message: Label | None = Field(
        None,
        description="The message that phones show about the change, in which `%@` is the value; by default"
        " unchanged",
    )
    send_at: Later = None


class PreviewPassUpdate(Audience):
    """Count the passes and phones that a message or a change would reach."""

    field_key: Key | None = Field(
        None, description="The field to change; without a field, a message"
    )
    value: Value | None = None


class ChangePassUpdate(OrgBody):
    """Pause, resume or cancel an update. Passes that already show it stay as they are."""

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
        description="`stale`: no phone has fetched the latest change for a day; `void`: voided or used up",
    )
    sort: PassOrder = "-created_at"


class PassHolder(Schema):
    """A pass, its holder and its status."""

    pass_id: str
    passTypeIdentifier: str  # noqa: N815
    serialNumber: str  # noqa: N815
    description: str
    customer_id: str | None
    customer_name: str | None = Field(description="Null if no name is known")
    template_id: str | None
    template_version: int | None
    state: HolderState = Field(
        description="`installed`: in a wallet; `removed`: removed from the last wallet; `not_installed`:"
        " not in a wallet yet"
    )
    phones: int = Field(description="Number of iPhones that have it")
    is_at_google: bool = Field(description="Whether it is in Google Wallet")
    is_void: bool
    is_stale: bool = Field(
        description="No iPhone that has it fetched the latest change within a day"
    )
    uses: int
    max_uses: int | None
    created_at: datetime
    installed_at: datetime | None = Field(
        description="Since when it has been on an iPhone; Google does not report this"
    )
    removed_at: datetime | None = Field(
        description="When it was removed from the last iPhone; Google does not report this"
    )
    updated_at: datetime
    used_at: datetime | None = Field(description="When it was last redeemed")


class FieldOfPasses(Schema):
    """A field that an update can change."""

    key: str
    label: str = Field(description="Its label on most passes; may be empty")
    value: str = Field(description="Its value on most passes")
    format: FieldFormat
    change_message: str | None = Field(
        description="The message that most phones show about a change"
    )
    passes: int = Field(description="How many of the audience's newest 1,000 passes have it")


class PassUpdatePreview(Schema):
    """The passes and phones that a message or a change would reach."""

    passes: int = Field(description="For a message: passes that are on a phone and not void")
    phones: int
    development: int = Field(description="Passes signed for development, which are never pushed")
    with_field: int = Field(description="Passes that have the field")
    same: int = Field(description="Passes that already show the value")
    limited: int = Field(description="Passes that already had three messages within 24 hours")
    at_google: int = Field(description="Passes that are in a Google Wallet")
    silent_at_google: int = Field(
        description="Of these, passes that already notified the phone three times within 24 hours; they"
        " change silently"
    )
    fields: list[FieldOfPasses] = Field(
        description="Fields of the audience's newest 1,000 passes, most common first"
    )


class PushAnswer(Schema):
    """What happens with a message. `text` contains the word `sent` or `Scheduled`."""

    status: Literal["sent", "scheduled"]
    text: str
    update_id: str
    passes: int
    phones: int
    development: int


class PassUpdateRead(Schema):
    """An update and its progress."""

    update_id: str
    kind: Literal["message", "field"]
    text: str
    field_key: str | None
    field_label: str | None = Field(description="The label of the field")
    audience: Literal["all", "segment", "pass"]
    audience_id: str | None
    state: UpdateState
    scheduled_for: datetime | None
    total: int = Field(description="Number of passes that it was for when it started")
    changed: int = Field(description="Number of passes that show it")
    unchanged: int = Field(
        description="Passes that already showed it, don't have the field, have no room for it, or whose"
        " holder got it on another pass"
    )
    not_allowed: int = Field(description="Passes whose holders have not agreed to messages")
    limited: int = Field(description="Passes that already had three messages within 24 hours")
    waiting: int = Field(description="Passes whose holders have quiet hours")
    created_at: datetime
    finished_at: datetime | None
