"""Requests and answers about campaigns."""

from datetime import datetime
from typing import Annotated, Literal, Self

from pydantic import AliasChoices, Field, NaiveDatetime, StringConstraints, model_validator

from api.domains.messaging.campaigns.content import MOST_SMS, LocalContent
from api.domains.messaging.campaigns.types import AudienceKind, CampaignChannel, CampaignState, Goal
from api.kit.pagination import ListBody, PagedBody
from api.kit.schemas import Body, OrgBody, Schema, Version
from api.kit.timestamps import Moment

Id = Annotated[str, StringConstraints(min_length=1, max_length=64)]
Name = Annotated[
    str,
    StringConstraints(
        strip_whitespace=True, min_length=1, max_length=80, pattern=r"^[^\x00-\x1f\x7f]+$"
    ),
]
VariantKey = Annotated[str, StringConstraints(pattern=r"^[a-e]$")]
MOST_LANGUAGES = 20
MOST_VARIANTS = 5
MOST_SPREAD = 72
MOST_WINDOW = 720


class Audience(Body):
    """Whom a campaign is for."""

    kind: AudienceKind
    id: Id | None = Field(
        None,
        description="The segment; the folder or code where people sent forms; or the import that they came with",
    )

    @model_validator(mode="after")
    def _is_named(self) -> Self:
        if (self.kind == "everyone") != (self.id is None):
            raise ValueError("needs an id, except for everyone")
        return self


class CampaignVariant(Body):
    """One version of what a campaign says."""

    key: VariantKey = "a"
    share: int = Field(
        100, ge=1, le=100, description="Percent of the people; all shares add up to 100"
    )
    contents: list[LocalContent] = Field(
        min_length=1, max_length=MOST_LANGUAGES, description="By language; the first is the default"
    )

    @model_validator(mode="after")
    def _has_each_language_once(self) -> Self:
        if len({it.language for it in self.contents}) < len(self.contents):
            raise ValueError("has a language twice")
        return self


class Experiment(Body):
    """How versions are compared."""

    holdout: int = Field(
        0, ge=0, le=50, description="Percent of the people who get nothing, to compare with"
    )
    test_share: int = Field(
        100,
        ge=1,
        le=100,
        description="Percent of the people who get a version by their share; the others wait for the winner",
    )
    winner_after_hours: int = Field(24, ge=1, le=168)
    winner_by: Goal = Field(
        "clicks",
        description="What the winner has most of for each message: people who followed a link, people who came to a page or code afterwards, or takings of orders afterwards",
    )


class CampaignSchedule(Body):
    """When people get it."""

    kind: Literal["now", "at", "local", "best_hour"] = Field(
        "now",
        description="As soon as it is started, from a moment on, at a local time of each person, or within a day at the hour at which each person is usually seen",
    )
    at: Moment | None = Field(
        None, description="For `at`; for `best_hour`, from when on, if not at once"
    )
    local: NaiveDatetime | None = Field(
        None, description="For `local`: date and time without a time zone"
    )
    spread_hours: int = Field(0, ge=0, le=MOST_SPREAD, description="Over how many hours it is sent")
    quiet: Literal["defer", "skip"] = Field(
        "defer",
        description="What happens to people in quiet hours: they get it later, or not at all",
    )

    @model_validator(mode="after")
    def _has_its_time(self) -> Self:
        if self.kind != "best_hour" and (self.kind == "at") != (self.at is not None):
            raise ValueError("needs `at` if it is to start at a moment, and only then")
        if (self.kind == "local") != (self.local is not None):
            raise ValueError("needs `local` if it is to be sent at a local time, and only then")
        if self.local is not None and not 2000 <= self.local.year < 2200:
            raise ValueError("lies too far away")
        return self


class CampaignPlan(Body):
    """What is sent, to whom and when: all that a campaign is before it is started."""

    name: Name
    channel: CampaignChannel
    purpose: Literal["marketing", "feedback"] = "marketing"
    audience: Audience
    variants: list[CampaignVariant] = Field(min_length=1, max_length=MOST_VARIANTS)
    experiment: Experiment = Field(default_factory=Experiment)
    schedule: CampaignSchedule = Field(default_factory=CampaignSchedule)
    code_id: Id | None = Field(
        None, description="The code, and with it the landing page, that `{{link}}` leads to"
    )
    reward_id: Id | None = Field(None, description="A reward that everybody gets with it")
    window_hours: int = Field(
        72,
        ge=1,
        le=MOST_WINDOW,
        description="For how long after a click what a person does counts for the campaign",
    )

    @model_validator(mode="after")
    def _is_shared_out(self) -> Self:
        if len({it.key for it in self.variants}) < len(self.variants):
            raise ValueError("has a variant twice")
        if sum(it.share for it in self.variants) != 100:
            raise ValueError("has shares of variants that do not add up to 100")
        return self


class SaveCampaign(CampaignPlan, OrgBody):
    """A new campaign or template; with `campaign_id`, what an existing one becomes."""

    campaign_id: Id | None = None
    revision: Version | None = Field(
        None, description="The revision that was read; if it is not the latest, nothing is saved"
    )
    is_template: bool = Field(False, description="Of a new one: whether others are made from it")


class CampaignRef(OrgBody):
    """Which campaign."""

    campaign_id: Id


class FindCampaign(OrgBody):
    """Which campaign: by its id or by its code."""

    campaign_id: Id | None = None
    code_id: Id | None = Field(None, description="The newest campaign of this code")

    @model_validator(mode="after")
    def _is_one(self) -> Self:
        if (self.campaign_id is None) == (self.code_id is None):
            raise ValueError("name a campaign or a code")
        return self


class ListCampaigns(ListBody):
    """Campaigns or templates, newest first by default."""

    channel: CampaignChannel | None = None
    state: CampaignState | None = None
    is_template: bool = False
    is_archived: bool = False


class CopyCampaign(CampaignRef):
    """A new draft, or template, with the content of a campaign or template."""

    name: Name | None = None
    is_template: bool = False


class ArchiveCampaign(CampaignRef):
    """Take a campaign off the list, or put it back."""

    is_archived: bool = True


class ListCampaignEdits(CampaignRef, PagedBody):
    """Changes of a campaign, newest first."""


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
    audience_size: int | None = Field(description="People when it started; null before")
    needs_approval: bool = Field(description="Whether it waits for a second person's approval")
    created_at: datetime
    created_by: str | None
    updated_at: datetime
    started_at: datetime | None
    finished_at: datetime | None
    is_archived: bool


class CampaignRead(CampaignSummary):
    """A campaign as a whole."""

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
        description="Whether it waits for an approval that the caller may give"
    )


class CampaignEditRead(Schema):
    """A change: which fields, and what the campaign was before."""

    revision: int
    changed: list[str]
    before: CampaignPlan | None = Field(description="Null for the first revision")
    edited_at: datetime
    edited_by: str | None


class CampaignKeysBody(OrgBody):
    """Asks for the placeholders of campaigns."""


class CampaignKey(Schema):
    """A placeholder."""

    key: str = Field(description="What stands between the braces, like `customer.first_name`")
    placeholder: str = Field(description="As it is written, like `{{customer.first_name}}`")
    label: str
    sample: str


class CampaignKeys(Schema):
    """Every placeholder that texts of campaigns may have."""

    keys: list[CampaignKey]


class PreviewCampaign(OrgBody):
    """Asks what one person would get of a campaign, or of a plan that is not saved."""

    channel: CampaignChannel
    contents: list[LocalContent] = Field(min_length=1, max_length=MOST_LANGUAGES)
    code_id: Id | None = None
    customer_id: Id | None = Field(None, description="Whom; without one, a sample person")
    language: str | None = Field(
        None, max_length=20, description="In this language, whatever the person's is"
    )


class SmsParts(Schema):
    """How a text message travels."""

    encoding: Literal["GSM-7", "UCS-2"]
    segments: int = Field(description="As which it is billed")
    units: int = Field(description="Its length in the units that the encoding counts")
    forcing: list[str] = Field(description="Characters that take the longer encoding")


class CampaignPreviewPart(Schema):
    """The message on one channel."""

    channel: Literal["wallet_push", "web_push", "sms", "email"]
    language: str
    subject: str
    preheader: str
    text: str
    html: str = Field(description="The whole email; empty on other channels")
    url: str = Field(description="What a tap on a notification opens; empty on other channels")
    sms: SmsParts | None


class CampaignPreview(Schema):
    """What one person would get."""

    parts: list[CampaignPreviewPart]
    values: dict[str, str] = Field(description="What placeholders say of the person")
    unknown: list[str] = Field(
        description="Placeholders without a value or a default for this person"
    )


ApprovalRole = Literal["editor", "admin", "owner"]


class CampaignSettingsRead(Schema):
    """What the organisation wants of all its campaigns."""

    approval_above: int | None = Field(
        description="A campaign to more people takes a second person's approval; null: none does"
    )
    approval_role: ApprovalRole = Field(description="The weakest role that may approve")
    sms_prices: dict[str, int] = Field(
        description="Millionths of the currency for one segment, by country"
    )
    currency: str


class GetCampaignSettings(OrgBody):
    """The organisation's."""


Country = Annotated[str, StringConstraints(pattern=r"^[A-Z]{2}$")]
Micros = Annotated[int, Field(ge=0, le=1_000_000_000)]


class SaveCampaignSettings(OrgBody):
    """What shall hold for all campaigns."""

    approval_above: int | None = Field(None, ge=0, le=1_000_000_000)
    approval_role: ApprovalRole = "editor"
    sms_prices: dict[Country, Micros] = Field(default_factory=dict, max_length=250)
    currency: Annotated[str, StringConstraints(pattern=r"^[A-Z]{3}$")] = "USD"


class SendSmsCampaign(OrgBody):
    """A text message to a segment, or to everyone who agreed to it, now or later."""

    message: Annotated[
        str, StringConstraints(strip_whitespace=True, min_length=1, max_length=MOST_SMS)
    ] = Field(validation_alias=AliasChoices("message", "body", "text"))
    segment_id: Id | None = None
    name: Name | None = None
    code_id: Id | None = None
    send_at: Moment | None = Field(
        None,
        validation_alias=AliasChoices("send_at", "scheduled_for"),
        description="When it starts; without one, now",
    )


class SmsCampaignAnswer(Schema):
    """What becomes of it. `text` has the word `sent` or `Scheduled`."""

    status: Literal["sent", "scheduled"]
    text: str
    campaign_id: str
    people: int


class ChangeCampaign(CampaignRef):
    """What is done with a campaign."""

    action: Literal["schedule", "approve", "withdraw", "pause", "resume", "cancel"] = Field(
        description="`schedule` starts it as its schedule says; `withdraw` makes it a draft again; `cancel` also"
        " cancels messages that have not been sent"
    )
    revision: Version | None = Field(
        None, description="The revision that was read; if it is not the latest, nothing happens"
    )


class TestCampaign(OrgBody):
    """Sends what a sample person would get to the caller's own address, or to a number of theirs."""

    channel: Literal["sms", "email"]
    contents: list[LocalContent] = Field(min_length=1, max_length=MOST_LANGUAGES)
    code_id: Id | None = None
    customer_id: Id | None = Field(
        None, description="Whose values it has; without one, a sample person's"
    )
    language: str | None = Field(None, max_length=20)
    phone: str | None = Field(None, max_length=40, description="For a text message")


class CampaignTested(Schema):
    """What became of the test."""

    state: Literal["queued", "refused"]
    reason: str
    address: str
