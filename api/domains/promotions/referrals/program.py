"""The rules of an organisation's referral programme."""

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
    """The reward for one side of a referral."""

    kind: RewardKind = "none"
    amount: int = Field(
        1, ge=1, le=1_000_000, description="Number of points or stamps; always one for a `reward`"
    )
    reward_id: Annotated[str, StringConstraints(min_length=1, max_length=64)] | None = Field(
        None, description="The reward, for `kind` reward"
    )


class ReferralWords(Schema):
    """The texts of the page for friends; empty for Waypost's own texts."""

    heading: Annotated[str, StringConstraints(strip_whitespace=True, max_length=120)] = ""
    text: Annotated[str, StringConstraints(strip_whitespace=True, max_length=1000)] = ""


class ReferralProgram(Schema):
    """The referral programme of an organisation."""

    is_active: bool = False
    codes_for: CodesFor = Field(
        "on_request",
        description="Whether all customers have a referral code, or only those for whom one was created",
    )
    actions: list[Literal["submit", "redemption", "scan"]] = Field(
        ["submit", "redemption"],
        min_length=1,
        max_length=3,
        description="The actions of which a friend must complete one before the rewards are given",
    )
    friend_reward: ReferralReward = ReferralReward()
    referrer_reward: ReferralReward = ReferralReward()
    upper_amounts: list[Amount] = Field(
        [],
        max_length=MAX_LEVELS - 1,
        description="Points or stamps for those who referred the referrer, the nearest first, in the"
        " referrer's unit. If empty, only the referrer is rewarded",
    )
    days_to_act: Days = Field(30, description="Number of days in which the friend must act")
    cap_total: Amount | None = Field(
        None, description="Cap for the rewards of one referrer in total; null means unlimited"
    )
    cap_count: Amount | None = Field(
        None,
        description="Cap for the rewards of one referrer within `cap_days`; null means unlimited",
    )
    cap_days: Days = 30
    daily_limit: int = Field(
        10,
        ge=1,
        le=100_000,
        description="Number of friends that a referrer can bring in 24 hours; more of them wait for a"
        " decision",
    )
    words: dict[Language, ReferralWords] = Field({}, max_length=20)
    code_id: Annotated[str, StringConstraints(min_length=1, max_length=64)] | None = Field(
        None, description="The code to which friends are redirected after they have joined"
    )

    @model_validator(mode="after")
    def _rewards_are_whole(self) -> Self:
        for side in ("friend_reward", "referrer_reward"):
            reward: ReferralReward = getattr(self, side)
            if reward.kind == "reward" and reward.reward_id is None:
                raise field_problem(f"{side}.reward_id", "is required")
        if self.upper_amounts and self.referrer_reward.kind not in ("points", "stamps"):
            raise field_problem("upper_amounts", "require a referrer_reward in points or stamps")
        return self

    def takes(self, action: Action) -> bool:
        """Return whether this action of a friend counts."""
        return action in self.actions
