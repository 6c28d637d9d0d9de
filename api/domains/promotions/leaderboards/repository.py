"""All database statements for seasons."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import update

from api.db.advisory_locks import lock_until_commit
from api.db.tenancy import Repository
from api.domains.promotions.leaderboards.models import Season


class SeasonRepository(Repository[Season]):
    """Seasons of one organisation's leaderboards."""

    model = Season

    def lock_board(self, org_id: str, board: str) -> None:
        """Lock the leaderboard's seasons until the transaction ends."""
        lock_until_commit(self.session, "seasons", org_id, board)

    def list_seasons(self, org_id: str, board: str) -> Sequence[Season]:
        """Return the stored seasons, newest first; an empty list until the first one is archived."""
        statement = self.scoped(org_id).where(Season.board == board).order_by(Season.number.desc())
        return self.session.scalars(statement).all()

    def find(self, org_id: str, board: str, number: int) -> Season | None:
        """Return one season, or None."""
        statement = self.scoped(org_id).where(Season.board == board, Season.number == number)
        return self.session.scalar(statement)

    def add(self, row: Season) -> None:
        """Store a season."""
        self.session.add(row)
        self.session.flush()

    def end(self, current: Season, name: str, at: datetime, by: str) -> None:
        """Archive a season."""
        self.session.execute(
            update(Season)
            .where(
                Season.org_id == current.org_id,
                Season.board == current.board,
                Season.number == current.number,
                Season.ends_at.is_(None),
            )
            .values(name=name, ends_at=at, ended_by=by)
        )
