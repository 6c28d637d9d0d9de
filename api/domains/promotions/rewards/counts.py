"""Counts what a request takes from the stock of rewards, as the last thing that it does.

The counter of a reward is the row that every redemption of it wants. Who has it keeps the others waiting until the
transaction ends, so it is taken when nothing is left to do but to commit. The database still decides: without room, all
that was written before is taken back.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from api.domains.promotions.rewards.errors import unavailable
from api.domains.promotions.rewards.models import Reward
from api.domains.promotions.rewards.repository import RewardRepository


class Counts:
    """What is taken in one request, through its session."""

    def __init__(self, rewards: RewardRepository) -> None:
        self._rewards = rewards
        self._waiting: list[tuple[Reward, Mapping[str, int | None]]] = []
        self._is_deferred = False

    def begin(self) -> None:
        """Forget what was noted for something that was refused."""
        self._waiting = []

    def will_take(self, reward: Reward, limits: Mapping[str, int | None]) -> None:
        """Note one of a reward to be counted, by counter and limit.

        Raises:
            RewardUnavailable: there is none left, as far as one sees without waiting for others.
        """
        if any(limit is not None for limit in limits.values()):
            taken = self.taken(reward.org_id, [reward.reward_id])
            for scope, limit in limits.items():
                if limit is not None and taken.get((reward.reward_id, scope), 0) >= limit:
                    raise unavailable("stock")
        self._waiting.append((reward, limits))

    def taken(self, org_id: str, reward_ids: list[str]) -> dict[tuple[str, str], int]:
        """How many were taken, by reward and counter, with those of this request."""
        taken = self._rewards.taken(org_id, reward_ids)
        for reward, limits in self._waiting:
            for scope in limits:
                key = (reward.reward_id, scope)
                taken[key] = taken.get(key, 0) + 1
        return taken

    def settle(self) -> None:
        """Count what was noted, unless that is deferred.

        Raises:
            RewardUnavailable: others took the last one meanwhile.
        """
        if self._is_deferred:
            return
        waiting, self._waiting = self._waiting, []
        for reward, limits in waiting:
            for scope, limit in limits.items():
                if not self._rewards.count_up(reward.org_id, reward.reward_id, scope, limit):
                    raise unavailable("stock")

    @contextmanager
    def at_the_end(self) -> Iterator[None]:
        """Count once the block is done, which prepares the answer."""
        self._is_deferred = True
        try:
            yield
        finally:
            self._is_deferred = False
        self.settle()
