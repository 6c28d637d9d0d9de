"""Request and response bodies for rewards and cards."""

from datetime import datetime
from typing import Annotated, Literal, Self

from pydantic import AliasChoices, Field, StringConstraints, model_validator

from api.domains.promotions.loyalty.schemas import BalanceRead, MovementRead, TierRead
from api.domains.promotions.loyalty.types import Unit
from api.domains.promotions.rewards.types import AwardState, Kind, Source, Unavailable
from api.kit.schemas import Body, OrgBody, Schema
from api.kit.timestamps import Moment
from api.kit.validation_messages import field_problem
from api.kit.visible_text import VISIBLE, OneLine

Id = Annotated[str, StringConstraints(min_length=1, max_length=64)]
Key = Annotated[str, StringConstraints(min_length=1, max_length=200, pattern=r"^[\x21-\x7e]+$")]
Language = Annotated[str, StringConstraints(pattern=r"^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,2}$")]
Name = Annotated[str, OneLine(120)]
Description = Annotated[str, StringConstraints(strip_whitespace=True, max_length=1000)]
Count = Annotated[int, Field(ge=0, le=10_000_000)]
Cents = Annotated[int, Field(ge=1, le=100_000_000)]
TierName = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=40), VISIBLE
]


class Translation(Body):
    """Texts of a reward in one language. If the description is empty, that of the reward is used."""

    name: Name
    description: Description = ""


class RewardPlace(Body):
    """The stock at a place: the codes in a folder and its subfolders, or with a placement."""

    kind: Literal["folder", "placement"]
    value: Annotated[str, OneLine(262)] = Field(
        description="The id of the folder, or a property of codes like `store: Midtown`"
    )
    stock: Count | None = Field(None, description="Stock in total; null means no separate limit")
    stock_per_day: Count | None = Field(
        None,
        description="Stock per day, in the organisation's time zone; null means no separate limit",
    )

    @model_validator(mode="after")
    def _is_a_placement(self) -> Self:
        name, colon, value = (part.strip() for part in self.value.partition(":"))
        if self.kind == "placement" and not (name and colon and value):
            raise field_problem("value", "must be a property and its value, like store: Midtown")
        return self

    @property
    def key(self) -> str:
        """Return the place in the form that counters use."""
        if self.kind == "folder":
            return f"folder:{self.value}"
        name, _, value = self.value.partition(":")
        return placement_key(name.strip(), value.strip())


def placement_key(name: str, value: str) -> str:
    """Return a placement in the form that counters use."""
    return f"placement:{name}: {value}"


class RewardDraft(Body):
    """A new reward, or the fields to change if `reward_id` is given."""

    reward_id: Id | None = None
    kind: Kind = Field(
        "product",
        description="`product`, `amount`, `percent`, `text`, or `voucher`, which gives promo codes"
        " from a batch",
    )
    batch_id: Id | None = Field(
        None,
        description="With `voucher`: the promo batch; each customer gets its next unused promo code",
    )
    name: Name | None = None
    description: Description = ""
    translations: dict[Language, Translation] = Field({}, max_length=20)
    picture: Annotated[str, StringConstraints(max_length=500, pattern=r"^(https://|/)")] | None = (
        None
    )
    value_cents: Cents | None = Field(None, description="With `amount`: the value")
    percent: int | None = Field(None, ge=1, le=100, description="With `percent`: the discount")
    currency: Annotated[str, StringConstraints(pattern=r"^[A-Z]{3}$")] | None = None
    unit: Unit = "points"
    price: Count = Field(0, description="Price in points or stamps; 0 is free")
    stock: Count | None = Field(None, description="Stock in total; null means unlimited")
    stock_per_day: Count | None = Field(
        None, description="Stock per day, in the organisation's time zone"
    )
    stock_by_code: dict[Id, Count] = Field(
        {},
        max_length=200,
        description="Stock at each code. If set, the reward is available only at these codes",
    )
    stock_by_place: list[RewardPlace] = Field(
        [],
        max_length=50,
        description="Stock at each place. If set, the reward is available only at these places",
    )
    per_person: int | None = Field(None, ge=1, le=100_000)
    starts_at: Moment | None = None
    ends_at: Moment | None = None
    tiers: list[TierName] = Field(
        [], max_length=10, description="Only for customers of these tiers; empty for all"
    )
    valid_days: int | None = Field(
        None, ge=1, le=3650, description="Number of days for which a given reward is valid"
    )
    hold_to_redeem: bool = Field(
        False,
        description="Whether customers redeem it on their card by holding a button, in front of the staff",
    )
    cost_cents: int | None = Field(
        None, ge=0, le=100_000_000, description="Cost of one reward for the organisation"
    )
    paid_by: Name | None = Field(None, description="Who bears the cost")


class RegisterReward(OrgBody):
    """Rewards to create, change or delete, all or none; with `list`, the rewards to read."""

    action: Literal["create", "update", "delete", "list"] = "list"
    code_id: Id | None = Field(None, description="The code that the rewards belong to")
    reward_list: list[RewardDraft] = Field([], max_length=50)

    @model_validator(mode="after")
    def _names_rewards(self) -> Self:
        if self.action != "list" and not self.reward_list:
            raise field_problem("reward_list", "needs at least one reward")
        for number, draft in enumerate(self.reward_list):
            if self.action == "create" and draft.name is None:
                raise field_problem(f"reward_list.{number}.name", "is required")
            if self.action in ("update", "delete") and draft.reward_id is None:
                raise field_problem(f"reward_list.{number}.reward_id", "is required")
        return self


class RewardPlaceRead(RewardPlace):
    """A place, and how many of the reward were taken there."""

    taken: int
    taken_today: int


class RewardRead(Schema):
    """A reward as members see it."""

    reward_id: str
    code_id: str | None
    kind: Kind
    batch_id: str | None
    codes_left: int | None = Field(
        description="For a voucher: how many promo codes of its batch are left"
    )
    name: str
    description: str
    translations: dict[str, Translation]
    picture: str | None
    value_cents: int | None
    percent: int | None
    currency: str | None
    unit: Unit
    price: int
    stock: int | None
    stock_per_day: int | None
    stock_by_code: dict[str, int]
    stock_by_place: list[RewardPlaceRead]
    per_person: int | None
    starts_at: datetime | None
    ends_at: datetime | None
    tiers: list[str]
    valid_days: int | None
    hold_to_redeem: bool
    cost_cents: int | None
    paid_by: str | None
    created_at: datetime
    updated_at: datetime
    taken: int = Field(description="How many were taken or given, without undone ones")
    taken_today: int


class RewardList(Schema):
    """Rewards, by price and name."""

    items: list[RewardRead]
    total: int


class WhoBody(OrgBody):
    """A customer, by exactly one of: card, signed code on the card, customer ID, customer number, email address and
    phone number.
    """

    swapt_card_id: Id | None = Field(
        None, validation_alias=AliasChoices("swapt_card_id", "card_id")
    )
    signed_code: Annotated[str, StringConstraints(min_length=1, max_length=200)] | None = None
    customer_id: Id | None = None
    email: Annotated[str, StringConstraints(min_length=1, max_length=254)] | None = None
    phone: Annotated[str, StringConstraints(min_length=1, max_length=40)] | None = None
    customer_number: Annotated[str, StringConstraints(min_length=8, max_length=40)] | None = Field(
        None, description="The customer's number, like C-7K3MP9QX. Case and spaces are ignored"
    )

    @model_validator(mode="after")
    def _one_customer(self) -> Self:
        names = ("swapt_card_id", "signed_code", "customer_id", "email", "phone", "customer_number")
        if sum(getattr(self, name) is not None for name in names) != 1:
            raise field_problem("swapt_card_id", f"or one of {', '.join(names)} is required")
        return self


class GetCard(WhoBody):
    """The customer, and the code at which the card is shown."""

    code_id: Id | None = None


class PostCard(WhoBody):
    """A card to create, points or stamps to give, a balance to correct, or a gain to undo."""

    action: Literal["create", "add", "correct", "undo"] = "create"
    unit: Unit = "stamps"
    amount: int | None = Field(
        None,
        ge=-1_000_000,
        le=1_000_000,
        description="With `add` and `correct`. A negative amount with `correct` takes points or stamps",
    )
    note: (
        Annotated[
            str, StringConstraints(strip_whitespace=True, min_length=1, max_length=500), VISIBLE
        ]
        | None
    ) = Field(None, description="With `correct`: the reason")
    movement_id: Id | None = Field(None, description="With `undo`: the movement to undo")
    code_id: Id | None = Field(None, description="The code at which it happened")
    idempotency_key: Key | None = Field(
        None, description="Repeated requests with the same key give points only once"
    )

    @model_validator(mode="after")
    def _has_what_it_takes(self) -> Self:
        if self.action in ("add", "correct") and not self.amount:
            raise field_problem("amount", "is required")
        if self.action == "add" and self.amount is not None and self.amount < 0:
            raise field_problem("amount", "must be more than 0")
        if self.action == "correct" and self.note is None:
            raise field_problem("note", "is required: give the reason of the correction")
        if self.action == "undo" and self.movement_id is None:
            raise field_problem("movement_id", "is required")
        return self


class CampaignReward(WhoBody):
    """A free reward to give to a customer."""

    reward_id: Id
    code_id: Id | None = None
    campaign_id: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{1,64}$")] | None = None
    idempotency_key: Key | None = None


class Redeem(WhoBody):
    """A reward to redeem, either taken for its price or given before; or a redemption to undo within 15 minutes."""

    action: Literal["redeem", "undo"] = "redeem"
    reward_id: Id | None = None
    award_id: Id | None = None
    redemption_id: Id | None = Field(
        None,
        description="With `undo`: the redemption, from the response to it. Required for a reward that"
        " was given, so that a delayed request cannot undo a later redemption",
    )
    code_id: Id | None = Field(None, description="The code at which it happened")
    idempotency_key: Key | None = Field(
        None, description="Repeated requests with the same key redeem only once"
    )

    @model_validator(mode="after")
    def _one_reward(self) -> Self:
        if self.action == "undo" and self.award_id is None:
            raise field_problem("award_id", "is required")
        if self.action == "redeem" and (self.reward_id is None) == (self.award_id is None):
            raise field_problem("reward_id", "or award_id is required, but not both")
        return self


class CardReward(Schema):
    """A reward, and whether the customer can take it."""

    reward_id: str
    kind: Kind
    name: str
    description: str
    picture: str | None
    unit: Unit
    price: int
    can_take: bool
    reason: Unavailable | None = Field(description="Why the customer cannot take it")


class AwardRead(Schema):
    """A reward that a customer took or was given."""

    award_id: str
    reward_id: str
    name: str
    source: Source
    state: AwardState
    unit: Unit
    price: int
    code_id: str | None
    awarded_at: datetime
    expires_at: datetime | None
    redeemed_at: datetime | None
    redemption_id: str | None = Field(description="The latest redemption, which you can undo")
    voucher: str | None = Field(
        description="For a redeemed voucher: its promo code; only for editors and tills"
    )
    can_undo: bool


class CardRead(Schema):
    """A customer's card with balances, tier, rewards and the latest movements."""

    swapt_card_id: str
    url: str = Field(description="URL of the public page; anyone who has it can see the card")
    customer_id: str
    number: str = Field(description="The customer's number")
    first_name: str | None
    balances: list[BalanceRead]
    tier: TierRead
    stamps_goal: int
    rewards: list[CardReward]
    awards: list[AwardRead]
    history: list[MovementRead]


class CardChanged(Schema):
    """What was recorded, and the updated card."""

    movement_id: str | None
    card: CardRead


class Redeemed(Schema):
    """The reward that was redeemed, given or undone, and the updated card."""

    award: AwardRead
    card: CardRead
