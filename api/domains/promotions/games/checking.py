"""Checks for problems that make a game impossible or doubtful, in its plan and in what its prizes give."""

from collections.abc import Callable, Sequence
from datetime import datetime

from sqlalchemy.orm import Session

from api.domains.promotions.games.models import Game
from api.domains.promotions.games.planning import plan_of, problems_of_game
from api.domains.promotions.games.simulation import Problem, problems_of
from api.domains.promotions.prizes.passes_port import PrizePasses
from api.domains.promotions.prizes.service import PrizeService
from api.domains.promotions.prizes.types import Gives, PrizeRow


class GameChecks:
    """Checks games of one organisation."""

    def __init__(
        self,
        session: Session,
        prizes: PrizeService,
        has_reward: Callable[[str, str], bool],
        passes: PrizePasses | None,
        now: datetime,
    ) -> None:
        self._session = session
        self._prizes = prizes
        self._has_reward = has_reward
        self._passes = passes
        self._now = now

    def problems(self, game: Game, prizes: Sequence[PrizeRow]) -> list[Problem]:
        """Return the problems that make a draft impossible or doubtful."""
        org_id = game.org_id
        batches = {it.batch_id for it in prizes if it.gives == "code" and it.batch_id}
        codes_left = self._prizes.codes_left(org_id, batches)
        bases = self._prizes.bases(org_id, [it.base_code_id for it in prizes if it.base_code_id])

        def can_give(gives: Gives, given_id: str) -> bool:
            if gives == "one_time":
                return given_id in bases
            if gives == "pass":
                passes = self._passes
                return passes is not None and passes.can_give(self._session, org_id, given_id)
            return self._has_reward(org_id, given_id)

        found = problems_of(plan_of(game, prizes), self._now)
        return found + problems_of_game(game, prizes, codes_left, can_give)

    def problems_now(self, game: Game) -> list[Problem]:
        """Return the problems of a draft; an empty list for a game that is not a draft."""
        if game.state != "draft":
            return []
        return self.problems(game, self._prizes.of_games(game.org_id, [game.game_id]))
