"""Leaderboards of games: each player's best score by day, week, month and season, and overall."""

from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from sqlalchemy.orm import Session

from api.domains.promotions.games.board_repository import BoardRepository
from api.domains.promotions.games.models import Game, GamePlay, GameSeason
from api.domains.promotions.games.names import shown_name
from api.domains.promotions.games.presentation import definition_of
from api.domains.promotions.games.public_schemas import (
    BoardRow,
    GetLeaderboard,
    Leaderboard,
    MyRank,
    SeasonView,
    SideRow,
)
from api.domains.promotions.games.types import Interval

WEEK = timedelta(days=7)
MIN_SIDES = 2
"""With fewer sides, there is no opponent."""


def period_of(interval: Interval, day: date, season: int) -> str:
    """Return the name under which the scores of a period are stored."""
    year, week, _ = day.isocalendar()
    names: dict[Interval, Callable[[], str]] = {
        "day": lambda: f"d:{day.isoformat()}",
        "week": lambda: f"w:{year}-{week:02}",
        "month": lambda: f"m:{day:%Y-%m}",
        "season": lambda: f"s:{season}",
        "all": lambda: "a",
    }
    return names[interval]()


INTERVALS: tuple[Interval, ...] = ("day", "week", "month", "season", "all")


class BoardService:
    """Leaderboards of one organisation's games."""

    def __init__(self, session: Session, now: datetime) -> None:
        self._boards = BoardRepository(session)
        self._now = now

    def keep(self, game: Game, play: GamePlay, score: int, at: datetime) -> None:
        """Store the score of a play in every period in which it is the player's best. It counts in the season of the
        play, even if that season has been archived since.
        """
        day = at.astimezone(ZoneInfo(game.time_zone)).date()
        self._boards.keep(
            game.org_id,
            game.game_id,
            play.player,
            [period_of(interval, day, play.season) for interval in INTERVALS],
            name=play.name,
            side=play.team or play.place,
            score=score,
            at=at,
        )

    def rank(self, game: Game, player: str, season: int) -> int | None:
        """Return a player's current rank in a season."""
        day = self._now.astimezone(ZoneInfo(game.time_zone)).date()
        period = period_of("season", day, season)
        found = self._boards.rank(game.org_id, game.game_id, period, player)
        return found[0] if found else None

    def board(
        self, game: Game, seasons: list[GameSeason], body: GetLeaderboard, player: str | None
    ) -> Leaderboard:
        """Return a page of a leaderboard."""
        zone = ZoneInfo(game.time_zone)
        today = self._now.astimezone(zone).date()
        season = body.season or game.season
        period = period_of(body.interval, today, season)
        offset = (body.page - 1) * body.page_size
        rows, total = self._boards.board(game.org_id, game.game_id, period, body.page_size, offset)
        mine = self._boards.rank(game.org_id, game.game_id, period, player) if player else None
        starts, ends = _bounds(body.interval, today, zone)
        if body.interval == "season":
            found = next((it for it in seasons if it.number == season), None)
            starts, ends = (found.starts_at, found.ends_at) if found else (None, None)
        return Leaderboard(
            game_id=game.game_id,
            interval=body.interval,
            season=season,
            seasons=[
                SeasonView(number=it.number, starts_at=it.starts_at, ends_at=it.ends_at)
                for it in seasons
            ],
            starts_at=starts,
            ends_at=ends,
            items=[
                BoardRow(
                    rank=rank,
                    name=shown_name(row.name, row.player),
                    score=row.score,
                    at=row.at,
                    is_me=row.player == player,
                )
                for rank, row in rows
            ],
            total=total,
            sides=self._sides(game, period),
            me=MyRank(rank=mine[0], score=mine[1]) if mine else None,
        )

    def _sides(self, game: Game, period: str) -> list[SideRow]:
        """Return the teams, or the places of a game without teams, by the total points of their players."""
        definition = definition_of(game)
        sides = definition.teams or definition.gates.places
        if len(sides) < MIN_SIDES:
            return []
        names = {it.key: it.name for it in sides}
        found = self._boards.sides(game.org_id, game.game_id, period)
        points = [it.points for it in found]
        return [
            SideRow(
                rank=1 + points.index(it.points),
                key=it.side,
                name=names[it.side],
                players=it.players,
                points=it.points,
            )
            for it in found
            if it.side in names
        ]


def _bounds(
    interval: Interval, today: date, zone: ZoneInfo
) -> tuple[datetime | None, datetime | None]:
    if interval == "day":
        first, following = today, today + timedelta(days=1)
    elif interval == "week":
        first = today - timedelta(days=today.weekday())
        following = first + WEEK
    elif interval == "month":
        first = today.replace(day=1)
        following = (first + timedelta(days=31)).replace(day=1)
    else:
        return None, None
    return _start(first, zone), _start(following, zone)


def _start(day: date, zone: ZoneInfo) -> datetime:
    return datetime.combine(day, time(), zone).astimezone(UTC)
