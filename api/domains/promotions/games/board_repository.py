"""All database statements for leaderboards of games."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import func, select, text

from api.db.tenancy import Repository
from api.domains.promotions.games.models import GameBest, GameScoreCount, GameSide

# Updates for a better score, in each period: the best score, the number of players per score, and
# the points of a side.
_KEEP = text("""
with old as (
  select period, score, side from game_bests
  where org_id = :org_id and game_id = :game_id and player = :player and period = any(:periods)
), better as (
  insert into game_bests (game_id, period, player, org_id, name, score, at, side)
  select :game_id, period, :player, :org_id, :name, :score, :at, :side from unnest(cast(:periods as text[])) as period
  on conflict (game_id, period, player) do update set
    score = excluded.score, at = excluded.at, name = excluded.name, side = excluded.side
  where game_bests.score < excluded.score
  returning period
), changed as (
  select period, cast(:score as bigint) as score, cast(:side as text) as side, 1 as players from better
  union all
  select period, old.score, old.side, -1 from better join old using (period)
), counted as (
  insert into game_score_counts (game_id, period, score, org_id, players)
  select :game_id, period, score, :org_id, sum(players) from changed group by period, score
  on conflict (game_id, period, score) do update set players = game_score_counts.players + excluded.players
)
insert into game_sides (game_id, period, side, org_id, players, points)
select :game_id, period, side, :org_id, sum(players), sum(players * score) from changed
where side is not null group by period, side
on conflict (game_id, period, side) do update set
  players = game_sides.players + excluded.players, points = game_sides.points + excluded.points
""")


class BoardRepository(Repository[GameBest]):
    """Leaderboards of one organisation's games, in one session."""

    model = GameBest

    def keep(
        self,
        org_id: str,
        game_id: str,
        player: str,
        periods: Sequence[str],
        *,
        name: str | None,
        side: str | None,
        score: int,
        at: datetime,
    ) -> None:
        """Store a score in each period in which it is the player's best. Of two equal scores, the earlier one
        remains.
        """
        values: dict[str, Any] = {
            "org_id": org_id,
            "game_id": game_id,
            "player": player,
            "periods": list(periods),
            "name": name,
            "side": side,
            "score": score,
            "at": at,
        }
        self.session.execute(_KEEP, values)

    def rank(self, org_id: str, game_id: str, period: str, player: str) -> tuple[int, int] | None:
        """Return a player's rank and score in a period; players with the same score share a rank."""
        mine: Any = self.scoped(org_id).where(
            GameBest.game_id == game_id, GameBest.period == period, GameBest.player == player
        )
        score = self.session.scalar(mine.with_only_columns(GameBest.score))
        if score is None:
            return None
        above = select(func.sum(GameScoreCount.players)).where(
            GameScoreCount.org_id == org_id,
            GameScoreCount.game_id == game_id,
            GameScoreCount.period == period,
            GameScoreCount.score > score,
        )
        return 1 + int(self.session.scalar(above) or 0), score

    def board(
        self, org_id: str, game_id: str, period: str, limit: int, offset: int
    ) -> tuple[list[tuple[int, GameBest]], int]:
        """Return a page of a period's leaderboard with ranks, and the number of its players."""
        counts = select(GameScoreCount.score, GameScoreCount.players).where(
            GameScoreCount.org_id == org_id,
            GameScoreCount.game_id == game_id,
            GameScoreCount.period == period,
            GameScoreCount.players > 0,
        )
        total, first, before = 0, 0, 0
        ranks: dict[int, int] = {}
        for score, players in self.session.execute(counts.order_by(GameScoreCount.score.desc())):
            ranks[score] = total + 1
            if total <= offset:  # the page begins at or below this score
                first, before = score, total
            total += players
        if offset >= total:
            return [], total
        own = (
            self.scoped(org_id)
            .where(GameBest.game_id == game_id, GameBest.period == period, GameBest.score <= first)
            .order_by(GameBest.score.desc(), GameBest.at, GameBest.player)
        )
        rows = self.session.scalars(own.limit(limit).offset(offset - before)).all()
        return [(ranks[it.score], it) for it in rows], total

    def sides(self, org_id: str, game_id: str, period: str) -> Sequence[GameSide]:
        """Return the teams or places of a period, by points."""
        own = select(GameSide).where(
            GameSide.org_id == org_id, GameSide.game_id == game_id, GameSide.period == period
        )
        return self.session.scalars(own.order_by(GameSide.points.desc(), GameSide.side)).all()
