"""Requests and answers about referrals."""

from datetime import date, datetime
from typing import Annotated, Literal, Self

from pydantic import Field, StringConstraints, model_validator

from api.domains.promotions.referrals.program import ReferralProgram
from api.domains.promotions.referrals.referral_emails import MAX_ENCODED
from api.domains.promotions.referrals.types import Action, Flag, Source, State
from api.kit.pagination import PagedBody
from api.kit.schemas import Body, OrgBody, Schema
from api.kit.validation_messages import field_problem

Id = Annotated[str, StringConstraints(min_length=1, max_length=64)]
Email = Annotated[str, StringConstraints(min_length=1, max_length=254)]
Phone = Annotated[str, StringConstraints(min_length=1, max_length=40)]
Encoded = Annotated[str, StringConstraints(min_length=1, max_length=MAX_ENCODED)]
Code = Annotated[str, StringConstraints(min_length=1, max_length=64)]


class GetReferralCode(OrgBody):
    """Whose code: `id` of a customer, `email` or `phone_number`; exactly one."""

    id: Id | None = None
    email: Email | None = None
    phone_number: Phone | None = None
    action: Literal["get", "create"] = Field(
        "get", description="`create` makes the code if there is none, for which an editor is needed"
    )

    @model_validator(mode="after")
    def _one_customer(self) -> Self:
        if sum(it is not None for it in (self.id, self.email, self.phone_number)) != 1:
            raise field_problem("id", "or email or phone_number is needed, exactly one of them")
        return self


class ReferralCodeRead(Schema):
    """A customer's referral code and link; both null if they have none yet."""

    customer_id: str
    code: str | None
    url: str | None = Field(description="The page to which friends come")
    is_active: bool = Field(description="Whether the programme is running")
    friends: int = Field(description="How many this customer has brought")
    rewarded: int = Field(description="For how many of them the rewards were given")


class Friendly(Body):
    """The fields that name a friend and who brought them."""

    email: Email | None = Field(None, description="The friend's address")
    phone_number: Phone | None = Field(None, description="The friend's number")
    first_name: Annotated[str, StringConstraints(strip_whitespace=True, max_length=100)] | None = (
        None
    )
    id: Code | None = Field(None, description="The referrer's referral code")
    referral_email: Encoded | None = Field(
        None, description="The referrer's address in base64; backslashes in it are removed"
    )
    referred_by_number: Phone | None = Field(None, description="The referrer's number")
    code_id: Id | None = Field(None, description="The QR code through which the friend came")

    @model_validator(mode="after")
    def _names_both(self) -> Self:
        if self.email is None and self.phone_number is None:
            raise field_problem("email", "or phone_number is needed")
        names = (self.id, self.referral_email, self.referred_by_number)
        if sum(it is not None for it in names) != 1:
            raise field_problem(
                "referral_email", "or id or referred_by_number is needed, exactly one of them"
            )
        return self


class ReferSubscription(Friendly):
    """Subscribe through somebody's referral. Without `id`, `code_id` says whose customers they are."""

    action: Literal["subscribe"] = "subscribe"

    @model_validator(mode="after")
    def _names_the_organisation(self) -> Self:
        if self.id is None and self.code_id is None:
            raise field_problem("code_id", "is needed without the referral code in id")
        return self


class Subscribed(Schema):
    """The request was taken. The answer is the same for every address."""

    status: Literal["accepted"] = "accepted"


class AddReferral(Friendly, OrgBody):
    """Add a referral of two customers; a friend who is none becomes one."""

    action: Literal["add"] = "add"


class ReadReferralProgram(OrgBody):
    """The organisation's referral programme."""


class SaveReferralProgram(ReferralProgram, OrgBody):
    """The new programme; fields that are left out get their defaults."""


class ReferralPerson(Schema):
    """One side of a referral. Names and addresses are null once the customer was erased."""

    customer_id: str
    name: str | None
    contact: str | None = Field(description="Email address, else phone number")


class GivenReward(Schema):
    """What somebody got for a referral."""

    level: int = Field(description="0 is the friend, 1 the referrer, 2 who brought the referrer")
    customer_id: str
    kind: str
    amount: int
    cost_cents: int


class ReferralRead(Schema):
    """A referral as members see it."""

    referral_id: str
    referrer: ReferralPerson
    friend: ReferralPerson
    source: Source
    state: State
    flags: list[Flag]
    created_at: datetime
    act_by: datetime
    action: Action | None
    acted_at: datetime | None
    rewarded_at: datetime | None
    problem: str | None = Field(description="Code of why the rewards could not be given yet")
    decision: Literal["approved", "rejected"] | None
    decided_by: str | None = Field(description="Name of the member or key")
    decided_at: datetime | None
    note: str | None
    rewards: list[GivenReward]


class ListReferrals(PagedBody):
    """A page of referrals, newest first."""

    state: State | None = None
    customer_id: Id | None = Field(None, description="Those of one person, on either side")


class DecideReferral(OrgBody):
    """Decide about a doubtful referral."""

    referral_id: Id
    action: Literal["approve", "reject"]
    note: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=500)] = (
        Field(description="Why")
    )


class ReferAnalysis(OrgBody):
    """The numbers of a time range, and the tree below a customer, or of all."""

    id: Id | None = Field(None, description="The customer at the top of the tree; null: all tops")
    email: Email | None = Field(None, description="The same by address")
    phone_number: Phone | None = Field(None, description="The same by number")
    weeks: int = Field(12, ge=1, le=104, description="How many weeks up to now")
    depth: int = Field(
        3, ge=1, le=50, description="Levels of the tree in one answer; deeper ones by their `id`"
    )


class ReferralTotals(Schema):
    """What came of the referrals of a time range."""

    referrals: int
    rewarded: int
    doubtful: int
    rejected: int
    expired: int
    conversion: float | None = Field(description="Rewarded of all, 0 to 1; null without any")
    cost_cents: int = Field(description="What the rewards that have a cost cost")
    points: int = Field(description="Points given for them")
    stamps: int
    revenue_cents: int | None = Field(
        description="Orders of the friends, whatever the currency; null if the warehouse cannot say"
    )


class ReferralWeek(Schema):
    """One week, by when the friend was brought."""

    week: date = Field(description="Its first day")
    referrals: int
    rewarded: int
    customers: int = Field(description="Who could bring friends: had a code when the week ended")
    k_factor: float | None = Field(
        description="Friends who acted for each customer who could bring some; null without any"
    )


class TopReferrer(Schema):
    """Somebody who brought friends in the time range."""

    person: ReferralPerson
    referrals: int
    rewarded: int
    cost_cents: int
    points: int
    stamps: int


class TreeNode(Schema):
    """A person in the tree."""

    person: ReferralPerson
    parent_id: str | None = Field(description="Who brought them; null for a top")
    level: int = Field(description="0 for the tops of this answer")
    state: State | None = Field(description="Of the referral by which they came; null for a top")
    friends: int = Field(description="How many they brought themselves")
    below: int = Field(description="How many are below them, at any depth")
    cost_cents: int = Field(description="What was given because of the referral by which they came")


class ReferralAnalysis(Schema):
    """Totals, weeks, who brought most, and the tree."""

    totals: ReferralTotals
    weeks: list[ReferralWeek]
    top: list[TopReferrer]
    tree: list[TreeNode] = Field(description="Parents before their friends, at most 500")
    is_whole: bool = Field(description="Whether the tree shows everybody within its depth")
    definitions: dict[str, str]
