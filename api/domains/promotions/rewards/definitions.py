"""Rewards as members define them."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from api.auth.member import Member
from api.domains.promotions.rewards.errors import (
    CodeNotFound,
    RewardNotFound,
    TooManyRewards,
    invalid,
)
from api.domains.promotions.rewards.models import Reward
from api.domains.promotions.rewards.repository import RewardRepository
from api.domains.promotions.rewards.schemas import RegisterReward, RewardDraft, RewardRead

MAX_REWARDS = 500
TOTAL = "total"

KnowsCode = Callable[[str, str], bool]
"""Whether an organisation has a code that was not deleted."""


class DefinitionService:
    """Rewards of one organisation."""

    def __init__(
        self,
        rewards: RewardRepository,
        knows_code: KnowsCode,
        now: datetime,
        new_id: Callable[[str], str],
    ) -> None:
        self._rewards = rewards
        self._knows_code = knows_code
        self._now = now
        self._new_id = new_id

    def register(self, me: Member, body: RegisterReward) -> list[RewardRead]:
        """Create, change, delete or list rewards: all of the list, or none.

        Raises:
            RewardNotFound: one of them is not there.
            CodeNotFound: a code is not there.
            TooManyRewards: there would be more than 500.
            Invalid: the fields of a reward contradict each other.
        """
        if body.code_id is not None and not self._knows_code(me.org_id, body.code_id):
            raise CodeNotFound
        if body.action == "list":
            found = self._rewards.list_all(me.org_id, body.code_id)
        elif body.action == "create":
            if self._rewards.count(me.org_id) + len(body.reward_list) > MAX_REWARDS:
                raise TooManyRewards
            found = [
                self._create(me, body.code_id, number, draft)
                for number, draft in enumerate(body.reward_list)
            ]
        else:
            found = [
                self._change(me, body, number, draft)
                for number, draft in enumerate(body.reward_list)
            ]
        return self._reads(me, found)

    def _create(self, me: Member, code_id: str | None, number: int, draft: RewardDraft) -> Reward:
        values = draft.model_dump(exclude={"reward_id"})
        self._check(me.org_id, number, values)
        reward = Reward(
            reward_id=self._new_id("rwd"),
            org_id=me.org_id,
            code_id=code_id,
            **values,
            created_at=self._now,
            created_by=me.caller_id or None,
            updated_at=self._now,
        )
        self._rewards.add(reward)
        return reward

    def _change(self, me: Member, body: RegisterReward, number: int, draft: RewardDraft) -> Reward:
        reward = self._rewards.find_for_update(me.org_id, draft.reward_id or "")
        if reward is None:
            raise RewardNotFound
        if body.action == "delete":
            reward.deleted_at = self._now
        else:
            given = draft.model_dump(include=draft.model_fields_set - {"reward_id"})
            if given.get("name", reward.name) is None:
                raise invalid(f"reward_list.{number}.name", "is needed", "missing")
            names = RewardDraft.model_fields.keys() - {"reward_id"}
            self._check(me.org_id, number, {name: getattr(reward, name) for name in names} | given)
            for name, value in given.items():
                setattr(reward, name, value)
            if body.code_id is not None:
                reward.code_id = body.code_id
        reward.updated_at = self._now
        self._rewards.save()
        return reward

    def _check(self, org_id: str, number: int, values: Mapping[str, Any]) -> None:
        at = f"reward_list.{number}."
        if values["kind"] == "amount" and not (values["value_cents"] and values["currency"]):
            missing = "currency" if values["value_cents"] else "value_cents"
            raise invalid(at + missing, "is needed for an amount", "missing")
        if values["kind"] == "percent" and not values["percent"]:
            raise invalid(at + "percent", "is needed for a percentage", "missing")
        starts_at, ends_at = values["starts_at"], values["ends_at"]
        if starts_at is not None and ends_at is not None and ends_at <= starts_at:
            raise invalid(at + "ends_at", "must be after the start")
        for code_id in values["stock_by_code"]:
            if not self._knows_code(org_id, code_id):
                raise invalid(at + "stock_by_code", f"names a code that is not there: {code_id}")

    def _reads(self, me: Member, rewards: Sequence[Reward]) -> list[RewardRead]:
        taken = self._rewards.taken(me.org_id, [reward.reward_id for reward in rewards])
        today = day_scope(self._now, me.time_zone)
        return [
            RewardRead.model_validate(
                {
                    **{
                        name: getattr(reward, name)
                        for name in RewardRead.model_fields
                        if not name.startswith("taken")
                    },
                    "taken": taken.get((reward.reward_id, TOTAL), 0),
                    "taken_today": taken.get((reward.reward_id, today), 0),
                }
            )
            for reward in rewards
        ]


def day_scope(now: datetime, time_zone: str) -> str:
    """The counter of the day that a moment belongs to in the organisation's zone."""
    return f"day:{now.astimezone(ZoneInfo(time_zone)):%Y-%m-%d}"
