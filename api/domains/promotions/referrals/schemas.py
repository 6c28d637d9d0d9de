"""Request and response bodies for referrals."""

from datetime import date, datetime
from typing import Annotated, Literal, Self

from pydantic import Field, StringConstraints, model_validator

from api.domains.promotions.referrals.program import ReferralProgram
from api.domains.promotions.referrals.referral_emails import MAX_ENCODED
from api.domains.promotions.referrals.types import Action, Flag, Source, State
from api.kit.pagination import PagedBody
from api.kit.schemas import Body, OrgBody, Schema
from api.kit.validation_messages import field_problem
from api.kit.visible_text import EMPTY_IF_INVISIBLE, VISIBLE

Id = Annotated[str, StringConstraints(min_length=1, max_length=64)]
Email = Annotated[str, StringConstraints(min_length=1, max_length=254)]
Phone = Annotated[str, StringConstraints(min_length=1, max_length=40)]
Encoded = Annotated[str, StringConstraints(min_length=1, max_length=MAX_ENCODED)]
Code = Annotated[str, StringConstraints(min_length=1, max_length=64)]


class GetReferralCode(OrgBody):
    """The customer, by exactly one of `id`, `email` and `phone_number`."""

    id: Id | None = None
    email: Email | None = None
    phone_number: Phone | None = None
    action: Literal["get", "create"] = Field(
        "get", description="`create` creates a code if there is none; this requires the role editor"
    )

    @model_validator(mode="after")
    def _one_customer(self) -> Self:
        if sum(it is not None for it in (self.id, self.email, self.phone_number)) != 1:
            raise field_problem(
                "id", "or email or phone_number is required; send exactly one of them"
            )
        return self


class ReferralCodeRead(Schema):
    """A customer's referral code and link; both are null if there are none yet."""

    customer_id: str
    code: str | None
    url: str | None = Field(description="URL of the page for friends")
    is_active: bool = Field(description="Whether the referral programme is active")
    friends: int = Field(description="How many friends this customer has referred")
    rewarded: int = Field(description="For how many of them rewards were given")


class Friendly(Body):
    """A friend and their referrer."""

    email: Email | None = Field(None, description="The friend's email address")
    phone_number: Phone | None = Field(None, description="The friend's phone number")
    first_name: (
        Annotated[str, StringConstraints(strip_whitespace=True, max_length=100), EMPTY_IF_INVISIBLE]
        | None
    ) = None
    id: Code | None = Field(None, description="The referrer's referral code")
    referral_email: Encoded | None = Field(
        None, description="The referrer's email address in base64; backslashes in it are removed"
    )
    referred_by_number: Phone | None = Field(None, description="The referrer's phone number")
    code_id: Id | None = Field(None, description="The code through which the friend came")

    @model_validator(mode="after")
    def _names_both(self) -> Self:
        if self.email is None and self.phone_number is None:
            raise field_problem("email", "or phone_number is required")
        names = (self.id, self.referral_email, self.referred_by_number)
        if sum(it is not None for it in names) != 1:
            raise field_problem(
                "referral_email",
                "or id or referred_by_number is required; send exactly one of them",
            )
        return self


class ReferSubscription(Friendly):
    """A friend to subscribe. Without `id`, `code_id` determines the organisation."""

    action: Literal["subscribe"] = "subscribe"

    @model_validator(mode="after")
    def _names_the_organisation(self) -> Self:
        if self.id is None and self.code_id is None:
            raise field_problem("code_id", "is required if there is no referral code in id")
        return self


class Subscribed(Schema):
    """The request was accepted. The response is the same for all addresses."""

    status: Literal["accepted"] = "accepted"


class AddReferral(Friendly, OrgBody):
    """A referral to add. A friend who is not a customer yet becomes one."""

    action: Literal["add"] = "add"


class ReadReferralProgram(OrgBody):
    """The organisation's referral programme."""


class SaveReferralProgram(ReferralProgram, OrgBody):
    """The new programme. Absent fields get their default."""


class ReferralPerson(Schema):
    """One side of a referral. Name and contact are null after the customer was erased."""

    customer_id: str
    name: str | None
    contact: str | None = Field(description="Email address, or phone number if there is none")


class GivenReward(Schema):
    """A reward that was given for a referral."""

    level: int = Field(
        description="0 for the friend, 1 for the referrer, 2 for the one who referred the referrer,"
        " and so on"
    )
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
    problem: str | None = Field(
        description="Code of the reason why the rewards could not be given yet"
    )
    decision: Literal["approved", "rejected"] | None
    decided_by: str | None = Field(description="Name of the member or API key")
    decided_at: datetime | None
    note: str | None
    rewards: list[GivenReward]


class ListReferrals(PagedBody):
    """Referrals, newest first."""

    state: State | None = None
    customer_id: Id | None = Field(
        None, description="Only referrals with this customer on either side"
    )


class DecideReferral(OrgBody):
    """A decision about a doubtful referral."""

    referral_id: Id
    action: Literal["approve", "reject"]
    note: Annotated[
        str, StringConstraints(strip_whitespace=True, min_length=1, max_length=500), VISIBLE
    ] = Field(description="The reason")


class ReferAnalysis(OrgBody):
    """The range of the figures, and the part of the referral tree to return."""

    id: Id | None = Field(
        None, description="The customer at the top of the tree; null for all tops"
    )
    email: Email | None = Field(None, description="The same, by email address")
    phone_number: Phone | None = Field(None, description="The same, by phone number")
    weeks: int = Field(12, ge=1, le=104, description="Number of weeks up to now")
    depth: int = Field(
        3,
        ge=1,
        le=50,
        description="Levels of the tree to return. To get deeper ones, send the `id` of a customer",
    )


class ReferralTotals(Schema):
    """The figures of all referrals in the range."""

    referrals: int
    rewarded: int
    doubtful: int
    rejected: int
    expired: int
    conversion: float | None = Field(
        description="Share of rewarded referrals, from 0 to 1; null if there are no referrals"
    )
    cost_cents: int = Field(description="Cost of the rewards, as far as they have a cost")
    points: int = Field(description="Points that were given")
    stamps: int
    revenue_cents: int | None = Field(
        description="Total of the friends' orders, regardless of currency; null if the warehouse"
        " cannot calculate it"
    )


class ReferralWeek(Schema):
    """The figures of one week, by the date of the referral."""

    week: date = Field(description="First day of the week")
    referrals: int
    rewarded: int
    customers: int = Field(description="Customers who had a referral code at the end of the week")
    k_factor: float | None = Field(
        description="Rewarded referrals per customer with a referral code; null if there were no such"
        " customers"
    )


class TopReferrer(Schema):
    """A customer who referred friends in the range."""

    person: ReferralPerson
    referrals: int
    rewarded: int
    cost_cents: int
    points: int
    stamps: int


class TreeNode(Schema):
    """A person in the referral tree."""

    person: ReferralPerson
    parent_id: str | None = Field(description="The one who referred them; null at the top")
    level: int = Field(description="0 for the tops in this response")
    state: State | None = Field(
        description="State of the referral through which they came; null at the top"
    )
    friends: int = Field(description="How many friends they referred directly")
    below: int = Field(description="How many people are below them, at any depth")
    cost_cents: int = Field(
        description="Cost of what was given for the referral through which they came"
    )


class ReferralAnalysis(Schema):
    """Totals, weeks, the most active referrers, and the referral tree."""

    totals: ReferralTotals
    weeks: list[ReferralWeek]
    top: list[TopReferrer]
    tree: list[TreeNode] = Field(
        description="At most 500 people; each one is listed before their friends"
    )
    is_whole: bool = Field(description="Whether the tree contains everyone within its depth")
    definitions: dict[str, str]
