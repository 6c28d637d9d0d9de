"""Rules of seasons: a season is a period of one leaderboard, and the next one starts when it ends."""

from datetime import datetime, timedelta

from sqlalchemy.orm import Session

from api.domains.promotions.leaderboards.errors import (
    SeasonChanged,
    SeasonNotFound,
    SeasonTooShort,
    TooManySeasons,
)
from api.domains.promotions.leaderboards.models import Season
from api.domains.promotions.leaderboards.repository import SeasonRepository
from api.domains.promotions.leaderboards.schemas import (
    MAX_SEASONS,
    Board,
    SeasonList,
    SeasonRead,
    StartSeason,
)

FIRST = 1
MIN_LENGTH = timedelta(minutes=1)


class SeasonService:
    """Seasons of one organisation's leaderboards."""

    def __init__(self, session: Session, now: datetime) -> None:
        self._seasons = SeasonRepository(session)
        self.now = now

    def list_seasons(self, org_id: str, board: Board) -> SeasonList:
        """Return all seasons; a leaderboard without stored seasons is in its first one."""
        rows = self._seasons.list_seasons(org_id, board) or [_first(org_id, board)]
        return SeasonList(board=board, seasons=[_read(row) for row in rows])

    def start(self, org_id: str, by: str, body: StartSeason) -> SeasonList:
        """Archive the current season and start the next one now."""
        self._seasons.lock_board(org_id, body.board)
        rows = self._seasons.list_seasons(org_id, body.board)
        if not rows:
            current = _first(org_id, body.board)
            self._seasons.add(current)
        else:
            current = rows[0]
        if current.number != body.number:
            raise SeasonChanged
        if current.number >= MAX_SEASONS:
            raise TooManySeasons
        if current.starts_at is not None and self.now < current.starts_at + MIN_LENGTH:
            raise SeasonTooShort
        self._seasons.end(current, body.name, self.now, by)
        self._seasons.add(_next(current, self.now))
        self._seasons.session.expire_all()
        return self.list_seasons(org_id, body.board)

    def find(self, org_id: str, board: str, number: int) -> SeasonRead:
        """Return one season of a leaderboard.

        Raises:
            SeasonNotFound: there is no season with this number.
        """
        row = self._seasons.find(org_id, board, number)
        if row is not None:
            return _read(row)
        if number == FIRST:
            return _read(_first(org_id, board))
        raise SeasonNotFound


def _first(org_id: str, board: str) -> Season:
    return Season(org_id=org_id, board=board, number=FIRST, name="", starts_at=None, ends_at=None)


def _next(previous: Season, at: datetime) -> Season:
    number = previous.number + 1
    return Season(
        org_id=previous.org_id,
        board=previous.board,
        number=number,
        name="",
        starts_at=at,
        ends_at=None,
    )


def _read(row: Season) -> SeasonRead:
    return SeasonRead(
        number=row.number, name=row.name, starts_at=row.starts_at, ends_at=row.ends_at
    )
