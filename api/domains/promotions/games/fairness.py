"""Proof that a game was fair: the commitment at once; the seed, the log and the replay after the end."""

from collections.abc import Callable
from datetime import datetime
from functools import lru_cache

from sqlalchemy.orm import Session

from api.domains.promotions.games.draw import ALGORITHM
from api.domains.promotions.games.errors import GameNotFound, NotYetRevealed
from api.domains.promotions.games.log import AuditKey, audit_file
from api.domains.promotions.games.models import Game, GameRun
from api.domains.promotions.games.plan import read_plan, utc
from api.domains.promotions.games.public_schemas import FairnessView, FairOdds, Verdict
from api.domains.promotions.games.repository import GameRepository
from api.domains.promotions.games.seeds import Seeds
from api.domains.promotions.games.verifying import Falsified, verify

MOST_PLAYS = 50_000
"""The most plays that are replayed for a page. For a game with more plays, the audit file can be verified with `waypost
verify-game`.
"""


class FairnessService:
    """Fairness proofs of one organisation's games."""

    def __init__(self, session: Session, secret: bytes, seeds: Seeds) -> None:
        self._games = GameRepository(session)
        self._seeds = seeds
        self._secret = secret

    def view(self, game: Game) -> FairnessView:
        """Return what can be shown of a published game now.

        Raises:
            GameNotFound: the game is not published.
        """
        if game.plan_text is None or game.commitment is None or game.published_at is None:
            raise GameNotFound
        run = self._games.runs(game.org_id, [game.game_id])[game.game_id]
        is_over = game.state == "ended"
        plan = read_plan(game.plan_text)
        gone = run.counts.get("total", {})
        return FairnessView(
            game_id=game.game_id,
            code_id=game.code_id,
            name=game.name,
            state=game.state,
            algorithm=ALGORITHM,
            commitment=game.commitment,
            public_key=AuditKey(self._secret, game.org_id).public,
            published_at=game.published_at,
            plan_text=game.plan_text,
            seed=self._seeds.open(game.sealed_seed or "").hex() if is_over else None,
            plays=run.plays,
            log_hash=run.head,
            audit_url=f"/v1/game/audit/{game.game_id}",
            odds=[
                FairOdds(
                    prize_id=it.prize_id,
                    name=it.name,
                    odds_ppm=it.odds_ppm,
                    moments=it.moments,
                    stock=it.stock,
                    gone=gone.get(it.prize_id, 0),
                )
                for it in plan.prizes
            ],
            verified=self._verdict(game, run) if is_over and run.plays <= MOST_PLAYS else None,
        )

    def audit(self, game: Game) -> list[bytes]:
        """Return the lines of the audit file.

        Raises:
            NotYetRevealed: the game has not ended.
        """
        if game.state != "ended" or game.ended_at is None or game.published_at is None:
            raise NotYetRevealed
        run = self._games.runs(game.org_id, [game.game_id])[game.game_id]
        header = {
            "game_id": game.game_id,
            "name": game.name,
            "plan": game.plan_text,
            "seed": self._seeds.open(game.sealed_seed or "").hex(),
            "commitment": game.commitment,
            "published_at": utc(game.published_at),
            "ended_at": utc(game.ended_at),
        }
        entries = self._games.walk_log(game.org_id, game.game_id)
        return list(audit_file(header, entries, run.head, AuditKey(self._secret, game.org_id)))

    def _verdict(self, game: Game, run: GameRun) -> Verdict:
        """Replay the log and return the verdict, once for each state of the log."""
        return _verdict_of(run.head, game.ended_at, _Lines(lambda: self.audit(game)))


class _Lines:
    """Lines of a file that are read only when needed. All instances compare equal, so that cached results are found
    again.
    """

    def __init__(self, read: Callable[[], list[bytes]]) -> None:
        self.read = read

    def __hash__(self) -> int:
        return 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Lines)


@lru_cache(maxsize=512)
def _verdict_of(head: str, ended_at: datetime | None, lines: _Lines) -> Verdict:  # noqa: ARG001
    try:
        proof = verify(lines.read())
    except Falsified as error:
        return Verdict(ok=False, plays=0, problem=str(error))
    return Verdict(ok=True, plays=proof.plays, problem=None)
