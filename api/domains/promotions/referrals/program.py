"""How an organisation's referral programme works."""

from typing import Annotated, Literal, Self

from pydantic import Field, StringConstraints, model_validator

from api.domains.promotions.referrals.types import Action, CodesFor, RewardKind
from api.kit.schemas import Schema
from api.kit.validation_messages import field_problem

MAX_LEVELS = 5

Amount = Annotated[int, Field(ge=1, le=1_000_000)]
Days = Annotated[int, Field(ge=1, le=365)]
Language = Annotated[str, StringConstraints(pattern=r"^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,2}$")]


class ReferralReward(Schema):
    """What one side of a referral gets."""

    kind: RewardKind = "none"
    amount: int = Field(
        1, ge=1, le=1_000_000, description="Points or stamps; of `reward` it is always one"
    )
    reward_id: Annotated[str, StringConstraints(min_length=1, max_length=64)] | None = Field(
        None, description="With `kind` reward: which"
    )


class ReferralWords(Schema):
    """What the organisation says on the page to which friends come; empty: the product's own words."""

    heading: Annotated[str, StringConstraints(strip_whitespace=True, max_length=120)] = ""
    text: Annotated[str, StringConstraints(strip_whitespace=True, max_length=1000)] = ""


class ReferralProgram(Schema):
    """The referral programme of an organisation."""

    is_active: bool = False
    codes_for: CodesFor = Field(
        "on_request", description="Whether every customer has a code, or those for whom one is made"
    )
    actions: list[Literal["submit", "redemption", "scan"]] = Field(
        ["submit", "redemption"],
        min_length=1,
        max_length=3,
        description="What a friend has to do first, one of these, for the rewards to be given",
    )
    friend_reward: ReferralReward = ReferralReward()
    referrer_reward: ReferralReward = ReferralReward()
    upper_amounts: list[Amount] = Field(
        [],
        max_length=MAX_LEVELS - 1,
        description="Points or stamps, as the referrer gets, for those who brought the referrer, nearest first;"
        " empty: only the referrer is rewarded",
    )
    days_to_act: Days = Field(30, description="Days in which the friend has to act")
    cap_total: Amount | None = Field(
        None, description="Most rewards of one referrer; null: no limit"
    )
    cap_count: Amount | None = Field(
        None, description="Most rewards of one referrer within `cap_days`; null: no limit"
    )
    cap_days: Days = 30
    daily_limit: int = Field(
        10,
        ge=1,
        le=100_000,
        description="Friends of one referrer in 24 hours; those beyond wait for a decision",
    )
    words: dict[Language, ReferralWords] = Field({}, max_length=20)
    code_id: Annotated[str, StringConstraints(min_length=1, max_length=64)] | None = Field(
        None, description="The code that friends are led to after they joined"
    )

    @model_validator(mode="after")
    def _rewards_are_whole(self) -> Self:
        for side in ("friend_reward", "referrer_reward"):
            reward: ReferralReward = getattr(self, side)
            if reward.kind == "reward" and reward.reward_id is None:
                raise field_problem(f"{side}.reward_id", "is needed")
        if self.upper_amounts and self.referrer_reward.kind not in ("points", "stamps"):
            raise field_problem("upper_amounts", "need a referrer who gets points or stamps")
        return self

    def takes(self, action: Action) -> bool:
        """Whether this action of a friend counts."""
        return action in self.actions
