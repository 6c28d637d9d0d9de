"""Rewards as members define them."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

from api.auth.member import Member
from api.domains.promotions.promo_locks.vouchers import Vouchers
from api.domains.promotions.rewards.errors import (
    CodeNotFound,
    RewardNotFound,
    TooManyRewards,
    invalid,
)
from api.domains.promotions.rewards.limits import TOTAL, day_scope, place_day, places_of
from api.domains.promotions.rewards.models import Reward
from api.domains.promotions.rewards.repository import RewardRepository
from api.domains.promotions.rewards.schemas import (
    RegisterReward,
    RewardDraft,
    RewardPlace,
    RewardRead,
)

MAX_REWARDS = 500

KnowsCode = Callable[[str, str], bool]
"""Returns whether an organisation has a code that is not deleted."""


class DefinitionService:
    """Rewards of one organisation."""

    def __init__(
        self,
        rewards: RewardRepository,
        vouchers: Vouchers,
        knows_code: KnowsCode,
        now: datetime,
        new_id: Callable[[str], str],
    ) -> None:
        self._rewards = rewards
        self._vouchers = vouchers
        self._knows_code = knows_code
        self._now = now
        self._new_id = new_id

    def register(self, me: Member, body: RegisterReward) -> list[RewardRead]:
        """Create, change, delete or list rewards: the whole list, or none of it.

        Raises:
            RewardNotFound: one of the rewards does not exist.
            CodeNotFound: a code does not exist.
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
        if draft.kind != "voucher":
            values["batch_id"] = None
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
                raise invalid(f"reward_list.{number}.name", "is required", "missing")
            names = RewardDraft.model_fields.keys() - {"reward_id"}
            values = {name: getattr(reward, name) for name in names} | given
            if values["kind"] != "voucher":
                values["batch_id"] = given["batch_id"] = None
            self._check(me.org_id, number, values)
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
            raise invalid(at + missing, "is required for a reward of the kind amount", "missing")
        if values["kind"] == "percent" and not values["percent"]:
            raise invalid(at + "percent", "is required for a reward of the kind percent", "missing")
        batch_id = values["batch_id"]
        if values["kind"] == "voucher" and not (
            batch_id and self._vouchers.has_batch(org_id, batch_id)
        ):
            problem = "is not the id of a promo batch" if batch_id else "is required for a voucher"
            raise invalid(at + "batch_id", problem, "unknown" if batch_id else "missing")
        self._check_places(org_id, at + "stock_by_place", values["stock_by_place"])
        starts_at, ends_at = values["starts_at"], values["ends_at"]
        if starts_at is not None and ends_at is not None and ends_at <= starts_at:
            raise invalid(at + "ends_at", "must be later than starts_at")
        for code_id in values["stock_by_code"]:
            if not self._knows_code(org_id, code_id):
                raise invalid(
                    at + "stock_by_code", f"contains a code that does not exist: {code_id}"
                )

    def _check_places(self, org_id: str, at: str, values: Sequence[Mapping[str, Any]]) -> None:
        places = [RewardPlace.model_validate(it) for it in values]
        folders = {it.value for it in places if it.kind == "folder"}
        known = self._rewards.known_folders(org_id, folders)
        seen: set[str] = set()
        for number, place in enumerate(places):
            if place.kind == "folder" and place.value not in known:
                raise invalid(
                    f"{at}.{number}.value", "is not the id of a folder", "folder_not_found"
                )
            if place.key in seen:
                raise invalid(f"{at}.{number}.value", "is listed twice", "repeated")
            seen.add(place.key)

    def _reads(self, me: Member, rewards: Sequence[Reward]) -> list[RewardRead]:
        taken = self._rewards.taken(me.org_id, [reward.reward_id for reward in rewards])
        today = day_scope(self._now, me.time_zone)
        left = self._vouchers.left(me.org_id, {it.batch_id for it in rewards if it.batch_id})
        computed = {"taken", "taken_today", "codes_left", "stock_by_place"}

        def count(reward: Reward, scope: str) -> int:
            return taken.get((reward.reward_id, scope), 0)

        return [
            RewardRead.model_validate(
                {
                    **{it: getattr(reward, it) for it in {*RewardRead.model_fields} - computed},
                    "codes_left": left.get(reward.batch_id, 0) if reward.batch_id else None,
                    "stock_by_place": [
                        {
                            **place.model_dump(),
                            "taken": count(reward, place.key),
                            "taken_today": count(reward, place_day(place.key, today)),
                        }
                        for place in places_of(reward)
                    ],
                    "taken": count(reward, TOTAL),
                    "taken_today": count(reward, today),
                }
            )
            for reward in rewards
        ]
