"""Counts what a request takes from the stock of rewards, as the last thing it does.

Every redemption of a reward needs the row of its counter. The lock makes other redemptions wait until the transaction
ends, so it is locked when only the commit is left. The database still decides: if nothing is left, everything written
before is rolled back.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from api.domains.promotions.rewards.errors import unavailable
from api.domains.promotions.rewards.models import Reward
from api.domains.promotions.rewards.repository import RewardRepository


class Counts:
    """What one request takes from stocks, in its session."""

    def __init__(self, rewards: RewardRepository) -> None:
        self._rewards = rewards
        self._waiting: list[tuple[Reward, Mapping[str, int | None]]] = []
        self._is_deferred = False

    def begin(self) -> None:
        """Discard what was collected for a refused redemption."""
        self._waiting = []

    def will_take(self, reward: Reward, limits: Mapping[str, int | None]) -> None:
        """Collect one item of a reward to be counted, by counter and limit.

        Raises:
            RewardUnavailable: none is left, as far as is known without waiting for other requests.
        """
        if any(limit is not None for limit in limits.values()):
            taken = self.taken(reward.org_id, [reward.reward_id])
            for scope, limit in limits.items():
                if limit is not None and taken.get((reward.reward_id, scope), 0) >= limit:
                    raise unavailable("stock")
        self._waiting.append((reward, limits))

    def taken(self, org_id: str, reward_ids: list[str]) -> dict[tuple[str, str], int]:
        """Return how many were taken, by reward and counter, including those of this request."""
        taken = self._rewards.taken(org_id, reward_ids)
        for reward, limits in self._waiting:
            for scope in limits:
                key = (reward.reward_id, scope)
                taken[key] = taken.get(key, 0) + 1
        return taken

    def settle(self) -> None:
        """Count what was collected, unless that is deferred.

        Raises:
            RewardUnavailable: another request took the last one in the meantime.
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
        """Count at the end of the block, in which the response is prepared."""
        self._is_deferred = True
        try:
            yield
        finally:
            self._is_deferred = False
        self.settle()
