"""Every statement about seasons."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import update

from api.db.tenancy import Repository
from api.db.turns import take_turn
from api.domains.promotions.leaderboards.models import Season


class SeasonRepository(Repository[Season]):
    """Seasons of one organisation's boards, through one session."""

    model = Season

    def take_turn(self, org_id: str, board: str) -> None:
        """Let nobody else start a season of this board until the transaction ends."""
        take_turn(self.session, "seasons", org_id, board)

    def of_board(self, org_id: str, board: str) -> Sequence[Season]:
        """The seasons that are kept, the newest first; none before the first is archived."""
        wanted = self.scoped(org_id).where(Season.board == board).order_by(Season.number.desc())
        return self.session.scalars(wanted).all()

    def find(self, org_id: str, board: str, number: int) -> Season | None:
        """One season."""
        wanted = self.scoped(org_id).where(Season.board == board, Season.number == number)
        return self.session.scalar(wanted)

    def add(self, row: Season) -> None:
        """Store a season."""
        self.session.add(row)
        self.session.flush()

    def end(self, running: Season, name: str, at: datetime, by: str) -> None:
        """Archive a season."""
        self.session.execute(
            update(Season)
            .where(
                Season.org_id == running.org_id,
                Season.board == running.board,
                Season.number == running.number,
                Season.ends_at.is_(None),
            )
            .values(name=name, ends_at=at, ended_by=by)
        )
