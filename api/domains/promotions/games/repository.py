"""All database statements for members' work with games."""

from collections.abc import Collection, Iterator, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import func, select, update
from sqlalchemy.dialects.postgresql import insert

from api.db.tenancy import Repository
from api.domains.promotions.games.models import (
    Game,
    GameLogEntry,
    GamePlay,
    GamePlayer,
    GameRefusal,
    GameRun,
    GameSeason,
)
from api.kit.pagination import Paging, contains_pattern


class GameRepository(Repository[Game]):
    """Games of one organisation, in one session."""

    model = Game

    def add(self, game: Game, season: GameSeason) -> bool:
        """Store a game; return False if its code already has one."""
        names = [column.key for column in Game.__table__.columns]
        values = {name: getattr(game, name) for name in names}
        statement = insert(Game).values(**values).on_conflict_do_nothing(index_elements=["code_id"])
        if self.session.scalar(statement.returning(Game.game_id)) is None:
            return False
        self.session.add(season)
        self.session.flush()
        return True

    def find(self, org_id: str, game_id: str) -> Game | None:
        """Return a game, or None."""
        own = self.scoped(org_id).where(Game.game_id == game_id, Game.deleted_at.is_(None))
        return self.session.scalar(own)

    def find_by_code(self, org_id: str, code_id: str) -> Game | None:
        """Return the game of a code, or None."""
        own = self.scoped(org_id).where(Game.code_id == code_id, Game.deleted_at.is_(None))
        return self.session.scalar(own)

    def lock(self, org_id: str, game_id: str) -> Game | None:
        """Return a game in its current state, locked until the transaction ends."""
        own = self.scoped(org_id).where(Game.game_id == game_id, Game.deleted_at.is_(None))
        locked = own.with_for_update().execution_options(populate_existing=True)
        return self.session.scalar(locked)

    def delete(self, game: Game) -> None:
        """Delete a game and everything that belongs to it."""
        self.session.delete(game)
        self.session.flush()

    def count(self, org_id: str) -> int:
        """Return the number of games."""
        own: Any = self.scoped(org_id).where(Game.deleted_at.is_(None))
        counted = select(func.count()).select_from(own.subquery())
        return self.session.scalar(counted) or 0

    def list_games(
        self,
        org_id: str,
        state: str | None,
        paging: Paging,
        *,
        is_archived: bool,
        code_id: str | None = None,
        text: str | None = None,
    ) -> tuple[list[Game], int]:
        """Return a page of games, newest first: the archived ones or the others, or those of one code, whose names
        contain the text; and the total number.
        """
        away = Game.archived_at.is_not(None) if is_archived else Game.archived_at.is_(None)
        which = away if code_id is None else Game.code_id == code_id
        own = self.scoped(org_id).where(Game.deleted_at.is_(None), which)
        if state is not None:
            own = own.where(Game.state == state)
        if text:
            own = own.where(Game.name.ilike(contains_pattern(text)))
        return self.page(own, paging, Game.created_at.desc(), Game.game_id.desc())

    def over(self, org_id: str, now: datetime) -> Sequence[Game]:
        """Return published games whose schedule is over."""
        own = self.scoped(org_id).where(Game.state == "published", Game.ends_at <= now)
        return self.session.scalars(own).all()

    def start_run(self, org_id: str, game_id: str, head: str) -> None:
        """Start the log of a game that is being published."""
        run = GameRun(game_id=game_id, org_id=org_id, plays=0, entries=0, head=head)
        run.counts, run.is_over = {}, False
        self.session.add(run)
        self.session.flush()

    def runs(self, org_id: str, game_ids: Collection[str]) -> dict[str, GameRun]:
        """Return the runs of games, by game ID."""
        own = select(GameRun).where(GameRun.org_id == org_id, GameRun.game_id.in_(game_ids))
        rows = self.session.scalars(own.execution_options(populate_existing=True))
        return {run.game_id: run for run in rows}

    def walk_log(self, org_id: str, game_id: str) -> Iterator[tuple[int, str, str]]:
        """Yield the entries of a game's log, in order."""
        own = (
            select(GameLogEntry.entry, GameLogEntry.line, GameLogEntry.hash)
            .where(GameLogEntry.org_id == org_id, GameLogEntry.game_id == game_id)
            .order_by(GameLogEntry.entry)
            .execution_options(yield_per=2000)
        )
        yield from self.session.execute(own)

    def seasons(self, org_id: str, game_id: str) -> Sequence[GameSeason]:
        """Return the seasons of a game, the current one first."""
        own = select(GameSeason).where(GameSeason.org_id == org_id, GameSeason.game_id == game_id)
        return self.session.scalars(own.order_by(GameSeason.number.desc())).all()

    def there(self, org_id: str, game_ids: Collection[str]) -> set[str]:
        """Return those of these games that exist."""
        own: Any = self.scoped(org_id).where(Game.game_id.in_(game_ids), Game.deleted_at.is_(None))
        return set(self.session.scalars(own.with_only_columns(Game.game_id)))

    def start_season(self, game: Game, now: datetime, by: str) -> None:
        """Archive the current season and start the next."""
        self.session.execute(
            update(GameSeason)
            .where(
                GameSeason.org_id == game.org_id,
                GameSeason.game_id == game.game_id,
                GameSeason.number == game.season,
            )
            .values(ends_at=now, ended_by=by)
        )
        game.season += 1
        self.session.add(
            GameSeason(
                game_id=game.game_id,
                number=game.season,
                org_id=game.org_id,
                starts_at=now,
                ends_at=None,
                ended_by=None,
            )
        )
        self.session.flush()


class PlayReads(Repository[GamePlay]):
    """Plays of one organisation's games, for members."""

    model = GamePlay

    def page_of_held(self, org_id: str, game_id: str, paging: Paging) -> tuple[list[GamePlay], int]:
        """Return a page of scores that wait for a decision, oldest first, and the total number."""
        own = self.scoped(org_id).where(GamePlay.game_id == game_id, GamePlay.state == "held")
        return self.page(own, paging, GamePlay.started_at.asc(), GamePlay.play_id.asc())

    def lock(self, org_id: str, game_id: str, play_id: UUID) -> GamePlay | None:
        """Return a play, locked until the transaction ends."""
        own = self.scoped(org_id).where(GamePlay.game_id == game_id, GamePlay.play_id == play_id)
        return self.session.scalar(own.with_for_update())

    def states(self, org_id: str, game_id: str, since: datetime) -> dict[str, int]:
        """Return the number of plays in each state, and the number finished since a time (`recent`)."""
        counted = (
            select(GamePlay.state, func.count(), func.count().filter(GamePlay.done_at >= since))
            .where(GamePlay.org_id == org_id, GamePlay.game_id == game_id)
            .group_by(GamePlay.state)
        )
        found = list(self.session.execute(counted))
        return {row[0]: row[1] for row in found} | {"recent": sum(row[2] for row in found)}

    def count_players(self, org_id: str, game_id: str) -> int:
        """Return the number of players."""
        counted = select(func.count()).where(
            GamePlayer.org_id == org_id, GamePlayer.game_id == game_id
        )
        return self.session.scalar(counted) or 0

    def refusals(self, org_id: str, game_id: str) -> list[tuple[str, int]]:
        """Return the number of refused plays by reason, the most frequent first."""
        refused = func.sum(GameRefusal.refused)
        counted = (
            select(GameRefusal.reason, refused)
            .where(GameRefusal.org_id == org_id, GameRefusal.game_id == game_id)
            .group_by(GameRefusal.reason)
            .order_by(refused.desc(), GameRefusal.reason)
        )
        return [(row[0], int(row[1])) for row in self.session.execute(counted)]

    def count_held(self, org_id: str, game_id: str) -> int:
        """Return the number of scores that wait for a decision."""
        counted = select(func.count()).where(
            GamePlay.org_id == org_id, GamePlay.game_id == game_id, GamePlay.state == "held"
        )
        return self.session.scalar(counted) or 0

    def refuse_held(self, org_id: str, game_id: str) -> None:
        """Reject all held scores."""
        self.session.execute(
            update(GamePlay)
            .where(GamePlay.org_id == org_id, GamePlay.game_id == game_id, GamePlay.state == "held")
            .values(state="refused")
            .execution_options(synchronize_session=False)
        )
