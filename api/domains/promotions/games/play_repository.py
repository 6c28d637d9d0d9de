"""All database statements for a play. They are few, because plays of one game wait for each other. The text of each is
the same for any number of plays, so that Postgres plans it once.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, cast
from uuid import UUID

import orjson
from sqlalchemy import Row, select, text, tuple_
from sqlalchemy.dialects.postgresql import insert

from api.db.tenancy import Repository
from api.domains.promotions.games.models import (
    Game,
    GamePlay,
    GamePlayer,
    GamePurchase,
    GameRun,
)
from ingest.outbox import OutboxRow

_SAVE_RUN = """
with saved_run as (
  update game_runs set plays = :plays, entries = :entries, head = :head, counts = cast(:counts as jsonb)
  where org_id = :org_id and game_id = :game_id
), added_lines as (
  insert into game_log (game_id, entry, org_id, line, hash)
  select :game_id, entry, :org_id, line, hash
  from jsonb_populate_recordset(cast(null as game_log), cast(:lines as jsonb))
), added_plays as (
  insert into game_plays (
    game_id, play_id, org_id, player, body_hash, state, number, player_seed, place, team, name, season, round, answer,
    prize_id, started_at, done_at)
  select :game_id, play_id, :org_id, player, body_hash, state, number, player_seed, place, team, name, season, round, answer,
    prize_id, started_at, done_at
  from jsonb_populate_recordset(cast(null as game_plays), cast(:new_plays as jsonb))
), saved_players as (
  insert into game_players (game_id, player, org_id, plays, day, day_plays, won, visitor_id)
  select :game_id, player, :org_id, plays, day, day_plays, won, visitor_id
  from jsonb_populate_recordset(cast(null as game_players), cast(:players as jsonb))
  on conflict (game_id, player) do update set
    plays = excluded.plays, day = excluded.day, day_plays = excluded.day_plays, won = excluded.won
), recorded as (
  insert into outbox (event_id, org_id, key, payload)
  select * from unnest(
    cast(:event_id as uuid[]), cast(:event_org_id as text[]), cast(:key as text[]), cast(:payload as bytea[]))
)
insert into game_refusals (game_id, day, reason, org_id, refused)
select :game_id, day, reason, :org_id, refused
from jsonb_populate_recordset(cast(null as game_refusals), cast(:refusals as jsonb))
on conflict (game_id, day, reason) do update set refused = game_refusals.refused + excluded.refused
"""
_PLAYER = """
insert into game_players (game_id, player, org_id, plays, day, day_plays, won, visitor_id)
values (:game_id, :player, :org_id, :counted, :day, :counted, cast(:won as jsonb), :visitor_id)
on conflict (game_id, player) do update set
  plays = game_players.plays + :counted,
  day_plays = case when game_players.day = excluded.day then game_players.day_plays + :counted else :counted end,
  day = excluded.day,
  won = excluded.won
"""
_END = text("update game_runs set is_over = true where org_id = :org_id and game_id = :game_id")
_OPEN = text(
    "select * from open_plays(:org_id, :game_id, cast(:plays as uuid[]), cast(:players as text[]))"
)
_RUN, _COUNT_PLAYER = text(_SAVE_RUN), text(_PLAYER)


class PlayRepository(Repository[GamePlay]):
    """Plays of one organisation's games, in one session."""

    model = GamePlay

    def game(self, org_id: str, game_id: str | None, code_id: str | None) -> Game | None:
        """Return the game that is played."""
        own = select(Game).where(Game.org_id == org_id, Game.deleted_at.is_(None))
        named = Game.game_id == game_id if game_id is not None else Game.code_id == code_id
        return self.session.scalar(own.where(named))

    def lock_run(self, org_id: str, game_id: str) -> Row[Any]:
        """Return the state that plays change, locked until the transaction ends, with the game's season and version."""
        own = (
            select(
                GameRun.plays,
                GameRun.entries,
                GameRun.head,
                GameRun.counts,
                GameRun.is_over,
                Game.season,
                Game.version,
            )
            .join(Game, (Game.org_id == GameRun.org_id) & (Game.game_id == GameRun.game_id))
            .where(GameRun.org_id == org_id, GameRun.game_id == game_id)
            .with_for_update(of=GameRun)
        )
        return self.session.execute(own).one()

    def open_plays(
        self, org_id: str, game_id: str, play_ids: Sequence[UUID], players: Sequence[str]
    ) -> Row[Any]:
        """Lock the run and return it with the existing ones of these plays (`known`), and what these `players` have
        done.
        """
        values = {
            "org_id": org_id,
            "game_id": game_id,
            "plays": list(play_ids),
            "players": list(players),
        }
        return self.session.execute(_OPEN, values).one()

    def save_run(
        self,
        run: dict[str, Any],
        lines: Sequence[dict[str, Any]],
        plays: Sequence[dict[str, Any]],
        players: Sequence[dict[str, Any]],
        refusals: Sequence[dict[str, Any]],
        events: Sequence[OutboxRow],
    ) -> None:
        """Store the state of a game, and everything since it was locked, with one statement."""
        rows = {"lines": lines, "new_plays": plays, "players": players, "refusals": refusals}
        values = {name: orjson.dumps(list(it)).decode() for name, it in rows.items()}
        recorded = {
            "event_id": [it.event_id for it in events],
            "event_org_id": [it.org_id for it in events],
            "key": [it.key for it in events],
            "payload": [it.payload for it in events],
        }
        self.session.execute(_RUN, run | values | recorded)

    def won(self, org_id: str, game_id: str, player: str, most: int) -> Sequence[UUID]:
        """Return the latest plays with which a player won a prize, newest first."""
        own = select(GamePlay.play_id).where(
            GamePlay.org_id == org_id,
            GamePlay.game_id == game_id,
            GamePlay.player == player,
            GamePlay.prize_id.is_not(None),
        )
        return self.session.scalars(own.order_by(GamePlay.started_at.desc()).limit(most)).all()

    def player(self, org_id: str, game_id: str, player: str) -> Row[Any] | None:
        """Return a player's number of plays and wins, read under the lock of the run."""
        own = select(GamePlayer.plays, GamePlayer.day, GamePlayer.day_plays, GamePlayer.won).where(
            GamePlayer.org_id == org_id,
            GamePlayer.game_id == game_id,
            GamePlayer.player == player,
        )
        found: Any = self.session.execute(own).one_or_none()
        return cast("Row[Any] | None", found)

    def unfinished(
        self, org_id: str, before: datetime, most: int
    ) -> Sequence[tuple[GamePlay, Game]]:
        """Lock and return unfinished plays that started before a time, oldest first."""
        own = (
            select(GamePlay, Game)
            .join(Game, (Game.org_id == GamePlay.org_id) & (Game.game_id == GamePlay.game_id))
            .where(
                GamePlay.org_id == org_id,
                GamePlay.state == "started",
                GamePlay.started_at < before,
            )
            .order_by(GamePlay.started_at)
            .limit(most)
            .with_for_update(of=GamePlay, skip_locked=True)
        )
        return [(play, game) for play, game in self.session.execute(own)]

    def end_run(self, org_id: str, game_id: str) -> None:
        """Complete the log of a game."""
        self.session.execute(_END, {"org_id": org_id, "game_id": game_id})

    def count_player(self, values: dict[str, Any]) -> None:
        """Count a play of a player, and store what they won."""
        self.session.execute(_COUNT_PLAYER, values)

    def use_receipt(self, org_id: str, game_id: str, receipt: str, at_most: int) -> bool:
        """Count a play for a receipt; return False if the receipt was used as often as allowed. The row's count
        decides.
        """
        new = insert(GamePurchase).values(game_id=game_id, receipt=receipt, org_id=org_id, plays=1)
        statement = new.on_conflict_do_update(
            index_elements=["game_id", "receipt"],
            set_={"plays": GamePurchase.plays + 1},
            where=GamePurchase.plays < at_most,
        )
        return self.session.scalar(statement.returning(GamePurchase.plays)) is not None

    def change(self, play: GamePlay, values: dict[str, Any]) -> None:
        """Change a play."""
        for name, value in values.items():
            setattr(play, name, value)
        self.session.flush()

    def lock_play(self, org_id: str, game_id: str, play_id: UUID) -> GamePlay | None:
        """Return a play in its current state, locked until the transaction ends."""
        own = self.scoped(org_id).where(
            tuple_(GamePlay.game_id, GamePlay.play_id) == tuple_(game_id, play_id)
        )
        locked = own.with_for_update().execution_options(populate_existing=True)
        return self.session.scalar(locked)
