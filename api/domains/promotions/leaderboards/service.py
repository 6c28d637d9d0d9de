"""Rules of seasons: a season is a stretch of time of one board, and the next begins where it ends."""

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
LEAST = timedelta(minutes=1)


class SeasonService:
    """Seasons of the organisation whose session it is given."""

    def __init__(self, session: Session, now: datetime) -> None:
        self._seasons = SeasonRepository(session)
        self.now = now

    def of_board(self, org_id: str, board: Board) -> SeasonList:
        """Every season; a board that was never archived is in its first."""
        kept = self._seasons.of_board(org_id, board)
        found = [_read(one) for one in kept] or [_read(_first(org_id, board))]
        return SeasonList(board=board, seasons=found)

    def start(self, org_id: str, by: str, wanted: StartSeason) -> SeasonList:
        """Archive the running season and start the next at this moment."""
        self._seasons.take_turn(org_id, wanted.board)
        kept = self._seasons.of_board(org_id, wanted.board)
        if not kept:
            running = _first(org_id, wanted.board)
            self._seasons.add(running)
        else:
            running = kept[0]
        if running.number != wanted.number:
            raise SeasonChanged
        if running.number >= MAX_SEASONS:
            raise TooManySeasons
        if running.starts_at is not None and self.now < running.starts_at + LEAST:
            raise SeasonTooShort
        self._seasons.end(running, wanted.name, self.now, by)
        self._seasons.add(_next(running, self.now))
        self._seasons.session.expire_all()
        return self.of_board(org_id, wanted.board)

    def find(self, org_id: str, board: str, number: int) -> SeasonRead:
        """One season of a board.

        Raises:
            SeasonNotFound: there is none of this number.
        """
        kept = self._seasons.find(org_id, board, number)
        if kept is not None:
            return _read(kept)
        if number == FIRST:
            return _read(_first(org_id, board))
        raise SeasonNotFound


def _first(org_id: str, board: str) -> Season:
    return Season(org_id=org_id, board=board, number=FIRST, name="", starts_at=None, ends_at=None)


def _next(before: Season, at: datetime) -> Season:
    number = before.number + 1
    return Season(
        org_id=before.org_id, board=before.board, number=number, name="", starts_at=at, ends_at=None
    )


def _read(row: Season) -> SeasonRead:
    return SeasonRead(
        number=row.number, name=row.name, starts_at=row.starts_at, ends_at=row.ends_at
    )
