"""Request and response schemas of campaigns."""

from datetime import datetime
from typing import Annotated, Literal, Self

from pydantic import AliasChoices, Field, NaiveDatetime, StringConstraints, model_validator

from api.domains.messaging.campaigns.content import MOST_SMS, LocalContent
from api.domains.messaging.campaigns.types import AudienceKind, CampaignChannel, CampaignState, Goal
from api.kit.pagination import ListBody, PagedBody
from api.kit.schemas import Body, OrgBody, Schema, Version
from api.kit.timestamps import Moment
from api.kit.visible_text import VISIBLE, OneLine

Id = Annotated[str, StringConstraints(min_length=1, max_length=64)]
Name = Annotated[str, OneLine(80)]
VariantKey = Annotated[str, StringConstraints(pattern=r"^[a-e]$")]
MOST_LANGUAGES = 20
MOST_VARIANTS = 5
MOST_SPREAD = 72
MOST_WINDOW = 720


class Audience(Body):
    """The audience of a campaign."""

    kind: AudienceKind
    id: Id | None = Field(
        None,
        description="Id of the segment, of the folder or code with the forms, or of the import",
    )

    @model_validator(mode="after")
    def _is_named(self) -> Self:
        if (self.kind == "everyone") != (self.id is None):
            raise ValueError("needs an id, unless the kind is everyone")
        return self


class CampaignVariant(Body):
    """One version of the content of a campaign."""

    key: VariantKey = "a"
    share: int = Field(
        100,
        ge=1,
        le=100,
        description="Share of the people in percent; all shares must add up to 100",
    )
    contents: list[LocalContent] = Field(
        min_length=1,
        max_length=MOST_LANGUAGES,
        description="The content by language; the first one is the default",
    )

    @model_validator(mode="after")
    def _has_each_language_once(self) -> Self:
        if len({it.language for it in self.contents}) < len(self.contents):
            raise ValueError("has two contents in the same language")
        return self


class Experiment(Body):
    """How versions are compared."""

    holdout: int = Field(
        0, ge=0, le=50, description="Percentage of the people who get nothing, for comparison"
    )
    test_share: int = Field(
        100,
        ge=1,
        le=100,
        description="Percentage of the people who get a version by its share; the rest wait for the winner",
    )
    winner_after_hours: int = Field(24, ge=1, le=168)
    winner_by: Goal = Field(
        "clicks",
        description="The measure per message by which the winner is chosen: clicks, visits to a page"
        " or code afterwards, or revenue from orders afterwards",
    )


class CampaignSchedule(Body):
    """When people get a campaign."""

    kind: Literal["now", "at", "local", "best_hour"] = Field(
        "now",
        description="`now`: as soon as it is started. `at`: at a moment. `local`: at a date and time"
        " in each person's time zone. `best_hour`: within a day, at the hour at which"
        " each person is usually active",
    )
    at: Moment | None = Field(None, description="The start, for `at`; optional for `best_hour`")
    local: NaiveDatetime | None = Field(
        None, description="For `local`: the date and time, without a time zone"
    )
    spread_hours: int = Field(
        0, ge=0, le=MOST_SPREAD, description="Number of hours over which sending is spread"
    )
    quiet: Literal["defer", "skip"] = Field(
        "defer",
        description="What happens during a person's quiet hours: `defer` sends it later, `skip` does"
        " not send it",
    )

    @model_validator(mode="after")
    def _has_its_time(self) -> Self:
        if self.kind != "best_hour" and (self.kind == "at") != (self.at is not None):
            raise ValueError("needs `at` for the kind at, and only for the kinds at and best_hour")
        if (self.kind == "local") != (self.local is not None):
            raise ValueError("needs `local` for the kind local, and only for it")
        if self.local is not None and not 2000 <= self.local.year < 2200:
            raise ValueError("needs a `local` between the years 2000 and 2199")
        return self


class CampaignPlan(Body):
    """The plan of a campaign: what is sent, to whom and when."""

    name: Name
    channel: CampaignChannel
    purpose: Literal["marketing", "feedback"] = "marketing"
    audience: Audience
    variants: list[CampaignVariant] = Field(min_length=1, max_length=MOST_VARIANTS)
    experiment: Experiment = Field(default_factory=Experiment)
    schedule: CampaignSchedule = Field(default_factory=CampaignSchedule)
    code_id: Id | None = Field(
        None, description="The code to which `{{link}}` leads, and so its landing page"
    )
    reward_id: Id | None = Field(None, description="A reward that everyone gets with the message")
    window_hours: int = Field(
        72,
        ge=1,
        le=MOST_WINDOW,
        description="The attribution window: number of hours after a click in which acts count for"
        " the campaign",
    )

    @model_validator(mode="after")
    def _is_shared_out(self) -> Self:
        if len({it.key for it in self.variants}) < len(self.variants):
            raise ValueError("has two variants with the same key")
        if sum(it.share for it in self.variants) != 100:
            raise ValueError("has variants whose shares do not add up to 100")
        return self


class SaveCampaign(CampaignPlan, OrgBody):
    """A new campaign or template, or with `campaign_id`, the new plan of an existing one."""

    campaign_id: Id | None = None
    revision: Version | None = Field(
        None,
        description="The revision that you read. If it is not the latest one, nothing is saved",
    )
    is_template: bool = Field(False, description="Whether a new one is a template")


class CampaignRef(OrgBody):
    """Identifies a campaign."""

    campaign_id: Id


class FindCampaign(OrgBody):
    """Identifies a campaign by its ID, or the newest campaign of a code."""

    campaign_id: Id | None = None
    code_id: Id | None = Field(None, description="The newest campaign of this code")

    @model_validator(mode="after")
    def _is_one(self) -> Self:
        if (self.campaign_id is None) == (self.code_id is None):
            raise ValueError("send campaign_id or code_id, but not both")
        return self


class ListCampaigns(ListBody):
    """Campaigns or templates, newest first by default."""

    channel: CampaignChannel | None = None
    state: CampaignState | None = None
    is_template: bool = False
    is_archived: bool = False


class CopyCampaign(CampaignRef):
    """A campaign or template to copy."""

    name: Name | None = None
    is_template: bool = False


class ArchiveCampaign(CampaignRef):
    """A campaign to archive or to restore."""

    is_archived: bool = True


class ListCampaignEdits(CampaignRef, PagedBody):
    """Edits of a campaign, newest first."""


class CampaignSummary(Schema):
    """A campaign in a list."""

    campaign_id: str
    name: str
    is_template: bool
    channel: CampaignChannel
    purpose: Literal["marketing", "feedback"]
    audience: Audience
    state: CampaignState
    failure: str | None
    schedule: CampaignSchedule
    starts_at: datetime | None
    code_id: str | None
    revision: int
    audience_size: int | None = Field(description="Number of people when it started; null before")
    needs_approval: bool = Field(description="Whether it waits for the approval of a second person")
    created_at: datetime
    created_by: str | None
    updated_at: datetime
    started_at: datetime | None
    finished_at: datetime | None
    is_archived: bool


class CampaignRead(CampaignSummary):
    """A campaign."""

    variants: list[CampaignVariant]
    experiment: Experiment
    reward_id: str | None
    window_hours: int
    winner: str | None
    asked_by: str | None
    asked_at: datetime | None
    approved_by: str | None
    approved_at: datetime | None
    may_approve: bool = Field(
        description="Whether it waits for an approval that the caller can give"
    )


class CampaignEditRead(Schema):
    """An edit: the changed fields, and the plan before it."""

    revision: int
    changed: list[str]
    before: CampaignPlan | None = Field(
        description="The plan before the edit; null for the first revision"
    )
    edited_at: datetime
    edited_by: str | None


class CampaignKeysBody(OrgBody):
    """List the placeholders of campaigns."""


class CampaignKey(Schema):
    """A placeholder."""

    key: str = Field(description="The name between the braces, like `customer.first_name`")
    placeholder: str = Field(
        description="The placeholder as it is written, like `{{customer.first_name}}`"
    )
    label: str
    sample: str


class CampaignKeys(Schema):
    """All placeholders for the texts of campaigns."""

    keys: list[CampaignKey]


class PreviewCampaign(OrgBody):
    """A message to preview."""

    channel: CampaignChannel
    contents: list[LocalContent] = Field(min_length=1, max_length=MOST_LANGUAGES)
    code_id: Id | None = None
    customer_id: Id | None = Field(None, description="The customer; by default a sample person")
    language: str | None = Field(
        None, max_length=20, description="The language; by default that of the customer"
    )


class SmsParts(Schema):
    """How a text message is encoded and billed."""

    encoding: Literal["GSM-7", "UCS-2"]
    segments: int = Field(description="The number of segments that are billed")
    units: int = Field(description="Its length in units of the encoding")
    forcing: list[str] = Field(description="Characters that require the longer encoding")


class CampaignPreviewPart(Schema):
    """A message on one channel."""

    channel: Literal["wallet_push", "web_push", "sms", "email"]
    language: str
    subject: str
    preheader: str
    text: str
    html: str = Field(description="The complete email; empty on other channels")
    url: str = Field(description="The URL that a notification opens; empty on other channels")
    sms: SmsParts | None


class CampaignPreview(Schema):
    """The message for one person."""

    parts: list[CampaignPreviewPart]
    values: dict[str, str] = Field(description="Values of the placeholders for this person")
    unknown: list[str] = Field(
        description="Placeholders that have neither a value for this person nor a default"
    )


class SendSmsCampaign(OrgBody):
    """A text message to a segment, or to everyone who consented to it."""

    message: Annotated[
        str, StringConstraints(strip_whitespace=True, min_length=1, max_length=MOST_SMS), VISIBLE
    ] = Field(validation_alias=AliasChoices("message", "body", "text"))
    segment_id: Id | None = None
    name: Name | None = None
    code_id: Id | None = None
    send_at: Moment | None = Field(
        None,
        validation_alias=AliasChoices("send_at", "scheduled_for"),
        description="When to send it; by default now",
    )


class SmsCampaignAnswer(Schema):
    """What happens to the message. `text` contains the word `sent` or `Scheduled`."""

    status: Literal["sent", "scheduled"]
    text: str
    campaign_id: str
    people: int


class ChangeCampaign(CampaignRef):
    """An action for a campaign."""

    action: Literal["schedule", "approve", "withdraw", "pause", "resume", "cancel"] = Field(
        description="`schedule` starts it according to its schedule; `withdraw` makes it a draft"
        " again; `cancel` also cancels messages that have not been sent"
    )
    revision: Version | None = Field(
        None, description="The revision that you read. If it is not the latest one, nothing happens"
    )


class TestCampaign(OrgBody):
    """A test message to the caller's email address, or to a phone number of theirs."""

    channel: Literal["sms", "email"]
    contents: list[LocalContent] = Field(min_length=1, max_length=MOST_LANGUAGES)
    code_id: Id | None = None
    customer_id: Id | None = Field(
        None, description="The customer whose data is used; by default a sample person"
    )
    language: str | None = Field(None, max_length=20)
    phone: str | None = Field(None, max_length=40, description="Phone number, for a text message")


class CampaignTested(Schema):
    """The result of a test."""

    state: Literal["queued", "refused"]
    reason: str
    address: str
