"""Requests and answers about rewards and cards."""

from datetime import datetime
from typing import Annotated, Literal, Self

from pydantic import AliasChoices, Field, StringConstraints, model_validator

from api.domains.promotions.loyalty.schemas import BalanceRead, MovementRead, TierRead
from api.domains.promotions.loyalty.types import Unit
from api.domains.promotions.rewards.types import AwardState, Kind, Source, Unavailable
from api.kit.schemas import Body, OrgBody, Schema
from api.kit.timestamps import Moment
from api.kit.validation_messages import field_problem

Id = Annotated[str, StringConstraints(min_length=1, max_length=64)]
Key = Annotated[str, StringConstraints(min_length=1, max_length=200, pattern=r"^[\x21-\x7e]+$")]
Language = Annotated[str, StringConstraints(pattern=r"^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,2}$")]
Name = Annotated[
    str,
    StringConstraints(
        strip_whitespace=True, min_length=1, max_length=120, pattern=r"^[^\x00-\x1f\x7f]+$"
    ),
]
Description = Annotated[str, StringConstraints(strip_whitespace=True, max_length=1000)]
Count = Annotated[int, Field(ge=0, le=10_000_000)]
Cents = Annotated[int, Field(ge=1, le=100_000_000)]
TierName = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=40)]


class Translation(Body):
    """A reward's words in one language; an empty description falls back to the reward's own."""

    name: Name
    description: Description = ""


class RewardPlace(Body):
    """How many there are at one place: the codes in a folder and in those within it, or with a placement."""

    kind: Literal["folder", "placement"]
    value: Annotated[
        str,
        StringConstraints(
            strip_whitespace=True, min_length=1, max_length=262, pattern=r"^[^\x00-\x1f\x7f]+$"
        ),
    ] = Field(description="The folder's id, or a property of codes like `store: Midtown`")
    stock: Count | None = Field(None, description="In all; null: no limit of its own")
    stock_per_day: Count | None = Field(
        None, description="A day, in the organisation's zone; null: no limit of its own"
    )

    @model_validator(mode="after")
    def _is_a_placement(self) -> Self:
        name, colon, value = (part.strip() for part in self.value.partition(":"))
        if self.kind == "placement" and not (name and colon and value):
            raise field_problem("value", "must be a property and its value, like store: Midtown")
        return self

    @property
    def key(self) -> str:
        """The place, as counters name it."""
        if self.kind == "folder":
            return f"folder:{self.value}"
        name, _, value = self.value.partition(":")
        return placement_key(name.strip(), value.strip())


def placement_key(name: str, value: str) -> str:
    """A placement, as counters name it."""
    return f"placement:{name}: {value}"


class RewardDraft(Body):
    """A reward to create; with `reward_id`, the fields to change of one."""

    reward_id: Id | None = None
    kind: Kind = Field(
        "product",
        description="Free product, amount, percent off, free text, or a voucher from a promo batch",
    )
    batch_id: Id | None = Field(
        None,
        description="With `kind` voucher: the promo batch whose next unused code each customer gets",
    )
    name: Name | None = None
    description: Description = ""
    translations: dict[Language, Translation] = Field({}, max_length=20)
    picture: Annotated[str, StringConstraints(max_length=500, pattern=r"^(https://|/)")] | None = (
        None
    )
    value_cents: Cents | None = Field(None, description="With `kind` amount: how much")
    percent: int | None = Field(None, ge=1, le=100, description="With `kind` percent")
    currency: Annotated[str, StringConstraints(pattern=r"^[A-Z]{3}$")] | None = None
    unit: Unit = "points"
    price: Count = Field(0, description="In points or stamps; 0 is free")
    stock: Count | None = Field(None, description="How many there are in all; null: no limit")
    stock_per_day: Count | None = Field(
        None, description="How many a day, in the organisation's zone"
    )
    stock_by_code: dict[Id, Count] = Field(
        {}, max_length=200, description="How many at each code; with any, only at these"
    )
    stock_by_place: list[RewardPlace] = Field(
        [], max_length=50, description="How many at each place; with any, only at these"
    )
    per_person: int | None = Field(None, ge=1, le=100_000)
    starts_at: Moment | None = None
    ends_at: Moment | None = None
    tiers: list[TierName] = Field([], max_length=10, description="Only for these tiers; empty: all")
    valid_days: int | None = Field(None, ge=1, le=3650, description="Days that a given one is good")
    hold_to_redeem: bool = Field(
        False, description="Customers redeem it on their card by holding a button, as staff watch"
    )
    cost_cents: int | None = Field(None, ge=0, le=100_000_000, description="What one costs")
    paid_by: Name | None = Field(None, description="Who pays for it")


class RegisterReward(OrgBody):
    """Rewards to create, change or delete, all or none; or, with `list`, which to read."""

    action: Literal["create", "update", "delete", "list"] = "list"
    code_id: Id | None = Field(None, description="The code that the rewards belong to")
    reward_list: list[RewardDraft] = Field([], max_length=50)

    @model_validator(mode="after")
    def _names_rewards(self) -> Self:
        if self.action != "list" and not self.reward_list:
            raise field_problem("reward_list", "needs at least one reward")
        for number, draft in enumerate(self.reward_list):
            if self.action == "create" and draft.name is None:
                raise field_problem(f"reward_list.{number}.name", "is needed")
            if self.action in ("update", "delete") and draft.reward_id is None:
                raise field_problem(f"reward_list.{number}.reward_id", "is needed")
        return self


class RewardPlaceRead(RewardPlace):
    """A place, and how many were taken there."""

    taken: int
    taken_today: int


class RewardRead(Schema):
    """A reward as members see it."""

    reward_id: str
    code_id: str | None
    kind: Kind
    batch_id: str | None
    codes_left: int | None = Field(
        description="Of a voucher: codes of its batch that nobody has yet"
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
    taken: int = Field(description="How many were taken or given, without those undone")
    taken_today: int


class RewardList(Schema):
    """Rewards, by price and name."""

    items: list[RewardRead]
    total: int


class WhoBody(OrgBody):
    """Exactly one of: a card, the signed code that it shows, a customer, their number, an e-mail address, a phone number."""

    swapt_card_id: Id | None = Field(
        None, validation_alias=AliasChoices("swapt_card_id", "card_id")
    )
    signed_code: Annotated[str, StringConstraints(min_length=1, max_length=200)] | None = None
    customer_id: Id | None = None
    email: Annotated[str, StringConstraints(min_length=1, max_length=254)] | None = None
    phone: Annotated[str, StringConstraints(min_length=1, max_length=40)] | None = None
    customer_number: Annotated[str, StringConstraints(min_length=8, max_length=40)] | None = Field(
        None, description="The customer's own number, like C-7K3MP9QX; case and spaces don't matter"
    )

    @model_validator(mode="after")
    def _one_customer(self) -> Self:
        names = ("swapt_card_id", "signed_code", "customer_id", "email", "phone", "customer_number")
        if sum(getattr(self, name) is not None for name in names) != 1:
            raise field_problem("swapt_card_id", f"or another one of {', '.join(names)} is needed")
        return self


class GetCard(WhoBody):
    """Whose card, and at which code it is shown."""

    code_id: Id | None = None


class PostCard(WhoBody):
    """Create a card, give points or stamps, correct a balance, or undo what was just given."""

    action: Literal["create", "add", "correct", "undo"] = "create"
    unit: Unit = "stamps"
    amount: int | None = Field(
        None, ge=-1_000_000, le=1_000_000, description="With add and correct; correct takes too"
    )
    note: (
        Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=500)]
        | None
    ) = Field(None, description="With correct: why")
    movement_id: Id | None = Field(None, description="With undo: what")
    code_id: Id | None = Field(None, description="Where")
    idempotency_key: Key | None = Field(
        None, description="The same key gives points once, whenever and however often it is sent"
    )

    @model_validator(mode="after")
    def _has_what_it_takes(self) -> Self:
        if self.action in ("add", "correct") and not self.amount:
            raise field_problem("amount", "is needed")
        if self.action == "add" and self.amount is not None and self.amount < 0:
            raise field_problem("amount", "must be more than 0")
        if self.action == "correct" and self.note is None:
            raise field_problem("note", "must say why")
        if self.action == "undo" and self.movement_id is None:
            raise field_problem("movement_id", "is needed")
        return self


class CampaignReward(WhoBody):
    """Give a customer a reward without a price."""

    reward_id: Id
    code_id: Id | None = None
    campaign_id: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{1,64}$")] | None = None
    idempotency_key: Key | None = None


class Redeem(WhoBody):
    """Redeem a reward for its price, or one that was given; or undo that within 15 minutes."""

    action: Literal["redeem", "undo"] = "redeem"
    reward_id: Id | None = None
    award_id: Id | None = None
    redemption_id: Id | None = Field(
        None,
        description="With `undo`: the redemption, as its answer named it. For a reward that was given it is"
        " needed: sent late, the undo of one redemption must not take back the next",
    )
    code_id: Id | None = Field(None, description="Where")
    idempotency_key: Key | None = Field(
        None, description="The same key redeems once, whenever and however often it is sent"
    )

    @model_validator(mode="after")
    def _one_reward(self) -> Self:
        if self.action == "undo" and self.award_id is None:
            raise field_problem("award_id", "is needed")
        if self.action == "redeem" and (self.reward_id is None) == (self.award_id is None):
            raise field_problem("reward_id", "or award_id is needed, not both")
        return self


class CardReward(Schema):
    """A reward as it stands for one customer."""

    reward_id: str
    kind: Kind
    name: str
    description: str
    picture: str | None
    unit: Unit
    price: int
    can_take: bool
    reason: Unavailable | None = Field(description="Why not")


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
    redemption_id: str | None = Field(description="The latest redemption, for undoing it")
    voucher: str | None = Field(
        description="Of a voucher that is redeemed: its code, for editors and tills"
    )
    can_undo: bool


class CardRead(Schema):
    """A customer's card: balances, tier, rewards and the latest movements."""

    swapt_card_id: str
    url: str = Field(description="The public page; anybody who has it sees the card")
    customer_id: str
    number: str = Field(description="The customer's own number")
    first_name: str | None
    balances: list[BalanceRead]
    tier: TierRead
    stamps_goal: int
    rewards: list[CardReward]
    awards: list[AwardRead]
    history: list[MovementRead]


class CardChanged(Schema):
    """What was recorded, and the card after it."""

    movement_id: str | None
    card: CardRead


class Redeemed(Schema):
    """The reward that was redeemed, given or undone, and the card after it."""

    award: AwardRead
    card: CardRead
