"""All database statements for rewards and their stock."""

from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import func, select, text

from api.db.advisory_locks import lock_until_commit
from api.db.tenancy import Repository
from api.domains.promotions.rewards.models import Reward, RewardCounter
from api.domains.promotions.rewards.schemas import placement_key

# A limit of zero creates no first row, and a row at its limit is not updated. In both cases nothing
# is returned.
_COUNT_UP = text("""
insert into reward_counters (org_id, reward_id, scope, taken)
select :org_id, :reward_id, :scope, 1
where cast(:limit as integer) is null or cast(:limit as integer) > 0
on conflict (reward_id, scope) do update set taken = reward_counters.taken + 1
where cast(:limit as integer) is null or reward_counters.taken < :limit
returning taken
""")
_COUNT_DOWN = text("""
update reward_counters set taken = taken - 1
where org_id = :org_id and reward_id = :reward_id and scope = :scope
""")

# A code is in its folder and that folder's ancestors, and at each of its placements.
_PLACES = text("""
with recursive around as (
  select f.folder_id, f.parent_id from analytics_v1.codes c
  join analytics_v1.folders f on f.org_id = c.org_id and f.folder_id = c.folder_id
  where c.org_id = :org_id and c.code_id = :code_id
  union
  select f.folder_id, f.parent_id from analytics_v1.folders f
  join around a on a.parent_id = f.folder_id where f.org_id = :org_id
)
select 'folder' as kind, folder_id as name, '' as value from around
union all
select 'placement', p.key, p.value from analytics_v1.codes c, jsonb_each_text(c.properties) p
where c.org_id = :org_id and c.code_id = :code_id
""")
_FOLDERS = text(
    "select folder_id from analytics_v1.folders where org_id = :org_id and folder_id = any(:ids)"
)


class RewardRepository(Repository[Reward]):
    """Rewards of one organisation, in one session."""

    model = Reward

    def find(self, org_id: str, reward_id: str) -> Reward | None:
        """Return a reward that is not deleted, or None."""
        return self.session.scalar(
            self.scoped(org_id).where(Reward.reward_id == reward_id, Reward.deleted_at.is_(None))
        )

    def find_for_update(self, org_id: str, reward_id: str) -> Reward | None:
        """Return a reward that is not deleted, locked until the transaction ends."""
        own = self.scoped(org_id).where(Reward.reward_id == reward_id, Reward.deleted_at.is_(None))
        return self.session.scalar(own.with_for_update())

    def list_all(self, org_id: str, code_id: str | None = None) -> Sequence[Reward]:
        """Return the rewards that are not deleted, by price and name; with a code, only those of that code."""
        own = self.scoped(org_id).where(Reward.deleted_at.is_(None))
        if code_id is not None:
            own = own.where(Reward.code_id == code_id)
        ordered = own.order_by(Reward.unit, Reward.price, Reward.name, Reward.reward_id)
        return self.session.scalars(ordered).all()

    def named(self, org_id: str, reward_ids: Iterable[str]) -> dict[str, Reward]:
        """Return rewards by ID, including deleted ones."""
        own = self.scoped(org_id).where(Reward.reward_id.in_(list(reward_ids)))
        return {reward.reward_id: reward for reward in self.session.scalars(own)}

    def count(self, org_id: str) -> int:
        """Return the number of rewards, and prevent additions until the transaction ends."""
        lock_until_commit(self.session, "rewards", org_id)
        own = self.scoped(org_id).where(Reward.deleted_at.is_(None)).subquery()
        return self.session.scalar(select(func.count()).select_from(own)) or 0

    def add(self, reward: Reward) -> None:
        """Store a new reward."""
        self.session.add(reward)
        self.session.flush()

    def save(self) -> None:
        """Write pending changes."""
        self.session.flush()

    def count_up(self, org_id: str, reward_id: str, scope: str, limit: int | None) -> bool:
        """Increase a counter by one; return False and count nothing if that would exceed the limit."""
        values = {"org_id": org_id, "reward_id": reward_id, "scope": scope, "limit": limit}
        return self.session.execute(_COUNT_UP, values).one_or_none() is not None

    def count_down(self, org_id: str, reward_id: str, scopes: Sequence[str]) -> None:
        """Decrease the counter of each scope by one, in the order in which they were increased."""
        for scope in scopes:
            values = {"org_id": org_id, "reward_id": reward_id, "scope": scope}
            self.session.execute(_COUNT_DOWN, values)

    def places_of_code(self, org_id: str, code_id: str | None) -> frozenset[str]:
        """Return the places at which a code is now, in the form that counters use."""
        if code_id is None:
            return frozenset()
        rows = self.session.execute(_PLACES, {"org_id": org_id, "code_id": code_id})
        return frozenset(
            f"folder:{row.name}" if row.kind == "folder" else placement_key(row.name, row.value)
            for row in rows
        )

    def known_folders(self, org_id: str, folder_ids: Iterable[str]) -> set[str]:
        """Return those of these folders that exist."""
        ids = list(folder_ids)
        return set(self.session.scalars(_FOLDERS, {"org_id": org_id, "ids": ids})) if ids else set()

    def taken(self, org_id: str, reward_ids: Iterable[str]) -> dict[tuple[str, str], int]:
        """Return how many were taken, by reward and scope."""
        own = select(RewardCounter).where(
            RewardCounter.org_id == org_id, RewardCounter.reward_id.in_(list(reward_ids))
        )
        statement: Any = own.with_only_columns(
            RewardCounter.reward_id, RewardCounter.scope, RewardCounter.taken
        )
        return {(row.reward_id, row.scope): row.taken for row in self.session.execute(statement)}
