"""Rules of games: they are saved as drafts, published with a commitment, and ended by revealing the seed."""

import secrets
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from sqlalchemy.orm import Session

from api.auth.member import Member
from api.db.advisory_locks import lock_until_commit
from api.domains.codes.codes.errors import CodeDeleted
from api.domains.codes.codes.schemas import CreateCode
from api.domains.codes.codes.service import CodeService
from api.domains.codes.codes.types import CodeKind
from api.domains.promotions.games.checking import GameChecks
from api.domains.promotions.games.draw import commitment_of
from api.domains.promotions.games.errors import (
    CodeHasGame,
    GameChanged,
    GameNotFound,
    GameNotRunning,
    GamePublished,
    PlanImpossible,
    PlayNotHeld,
    SeasonChanged,
    TooManyGames,
    invalid,
)
from api.domains.promotions.games.ledger import GameLedger
from api.domains.promotions.games.models import Game, GameSeason
from api.domains.promotions.games.planning import plan_of
from api.domains.promotions.games.play_repository import PlayRepository
from api.domains.promotions.games.play_service import PlayService
from api.domains.promotions.games.repository import GameRepository, PlayReads
from api.domains.promotions.games.schemas import Definition, PrizeDraft, SaveGame
from api.domains.promotions.games.seeds import SEED_BYTES, Seeds
from api.domains.promotions.games.simulation import Forecast, Problem, simulate
from api.domains.promotions.games.types import MAX_GAMES, MAX_SEASONS
from api.domains.promotions.prizes.errors import StockEmpty
from api.domains.promotions.prizes.service import PrizeService
from api.kit.errors import FieldError

DEFAULT_LENGTH = timedelta(days=14)
MAX_LENGTH = timedelta(days=731)
WAITS_FOR_HELD = timedelta(days=3)
"""How long after its schedule a game waits for decisions on held scores before it is ended."""

_DRAW = (
    *("odds_ppm", "moments", "spread", "paced", "catch_up"),
    *("per_person", "per_day", "per_place", "min_score", "is_consolation"),
)


def game_path(code_id: str) -> str:
    """Return the path of a game's page."""
    return f"/game/{code_id}"


MOST_LEFT = 500
"""The most unfinished rounds that one job closes; the next job continues."""


class GameService:
    """Games of one organisation."""

    def __init__(
        self,
        session: Session,
        prizes: PrizeService,
        plays: PlayService,
        checks: GameChecks,
        seeds: Seeds,
        now: datetime,
        new_id: Callable[[str], str],
        new_seed: Callable[[], bytes] = lambda: secrets.token_bytes(SEED_BYTES),
    ) -> None:
        self._session = session
        self._games = GameRepository(session)
        self._reads = PlayReads(session)
        self._prizes = prizes
        self._plays = plays
        self._checks = checks
        self._ledger = GameLedger(PlayRepository(session), prizes, now)
        self._seeds = seeds
        self._now = now
        self._new_id = new_id
        self._new_seed = new_seed

    def get(self, org_id: str, game_id: str | None, code_id: str | None = None) -> Game:
        """Return a game by its own ID or by its code's.

        Raises:
            GameNotFound: there is no such game.
        """
        if game_id is not None:
            game = self._games.find(org_id, game_id)
        else:
            game = self._games.find_by_code(org_id, code_id or "")
        if game is None:
            raise GameNotFound
        return game

    def save(self, me: Member, codes: CodeService, body: SaveGame) -> Game:
        """Create or change a game. Of a published game, only the name, texts and look can change.

        Raises:
            GameNotFound: there is no such game.
            CodeHasGame: the code already has a game.
            GamePublished: the change would affect the plan of a published game.
            GameChanged: the game was changed in the meantime.
            TooManyGames: the organisation has reached its maximum number of games.
            Invalid: a field is wrong.
        """
        if body.game_id is None:
            return self._create(me, codes, body)
        game = self._games.lock(me.org_id, body.game_id)
        if game is None:
            raise GameNotFound
        if body.version is not None and body.version != game.version:
            raise GameChanged
        self._change(me, game, body)
        game.version += 1
        game.updated_at = self._now
        self._session.flush()
        return game

    def _create(self, me: Member, codes: CodeService, body: SaveGame) -> Game:
        lock_until_commit(self._session, "games", me.org_id)
        if self._games.count(me.org_id) >= MAX_GAMES:
            raise TooManyGames
        if body.code_id is not None:
            code = codes.get_to_change(me.org_id, body.code_id)
            if code.deleted_at is not None:
                raise CodeDeleted
        else:
            made = CreateCode(name=body.name, type=CodeKind.GAME)
            code = codes.create(me.org_id, me.caller_id, made)
        starts, ends = self._schedule(body, None)
        game = Game(
            game_id=self._new_id("game"),
            org_id=me.org_id,
            code_id=code.code_id,
            kind=body.kind,
            name=body.name,
            state="draft",
            definition=_definition(body),
            starts_at=starts,
            ends_at=ends,
            time_zone=body.time_zone or me.time_zone,
            season=1,
            version=1,
            created_at=self._now,
            created_by=me.caller_id or None,
            updated_at=self._now,
        )
        season = GameSeason(game_id=game.game_id, number=1, org_id=me.org_id, starts_at=self._now)
        if not self._games.add(game, season):
            raise CodeHasGame
        stored = self.get(me.org_id, game.game_id)
        self._save_prizes(me.org_id, stored, body.prizes)
        return stored

    def _change(self, me: Member, game: Game, body: SaveGame) -> None:
        given = body.model_fields_set
        if game.state != "draft":
            if given & {
                "prizes",
                "hours",
                "limits",
                "gates",
                "round",
                "teams",
                "starts_at",
                "ends_at",
                "kind",
            }:
                raise GamePublished
            old = Definition.model_validate(game.definition)
            kept: dict[str, Any] = {
                it: getattr(body, it) for it in ("texts", "look") if it in given
            }
            game.definition = old.model_copy(update=kept).model_dump(mode="json")
            game.name = body.name if "name" in given else game.name
            return
        merged = {
            **game.definition,
            **{it: value for it, value in _definition(body).items() if it in given},
        }
        game.definition = merged
        game.starts_at, game.ends_at = self._schedule(body, game)
        for name in ("kind", "name", "time_zone"):
            if name in given and getattr(body, name) is not None:
                setattr(game, name, getattr(body, name))
        if "prizes" in given:
            self._save_prizes(me.org_id, game, body.prizes)

    def _schedule(self, body: SaveGame, game: Game | None) -> tuple[datetime, datetime]:
        starts = body.starts_at or (game.starts_at if game else self._now)
        ends = body.ends_at or (game.ends_at if game else starts + DEFAULT_LENGTH)
        if ends <= starts:
            raise invalid("ends_at", "must be later than starts_at", "before_start")
        if ends - starts > MAX_LENGTH:
            raise invalid("ends_at", "must be at most two years after starts_at", "too_long")
        return starts, ends

    def _save_prizes(self, org_id: str, game: Game, drafts: Sequence[PrizeDraft]) -> None:
        known = {it.prize_id for it in self._prizes.of_games(org_id, [game.game_id])}
        rows: list[dict[str, Any]] = []
        for position, draft in enumerate(drafts):
            values = draft.model_dump(mode="json")
            if draft.gives != "code":
                values["batch_id"] = None
            prize_id = draft.prize_id if draft.prize_id in known else self._new_id("prize")
            known.discard(draft.prize_id or "")
            rows.append(
                {
                    **{name: it for name, it in values.items() if name not in _DRAW},
                    "prize_id": prize_id,
                    "org_id": org_id,
                    "game_id": game.game_id,
                    "position": position,
                    "taken": 0,
                    "draw": {name: values[name] for name in _DRAW},
                }
            )
        self._prizes.replace(org_id, game.game_id, rows)

    def problems_now(self, game: Game) -> list[Problem]:
        """Return the problems of a draft; an empty list for a game that is not a draft."""
        return self._checks.problems_now(game)

    def forecast(self, game: Game) -> tuple[Forecast, list[Problem]]:
        """Forecast a draft by 100,000 rounds of its plan; return the forecast and the problems of the plan."""
        prizes = self._prizes.of_games(game.org_id, [game.game_id])
        plan = plan_of(game, prizes)
        return simulate(plan), self._checks.problems(game, prizes)

    def publish(self, me: Member, codes: CodeService, game_id: str) -> Game:
        """Commit to the plan and a new seed. After this, the plan cannot change.

        Raises:
            GameNotFound: there is no such game.
            GamePublished: the game is already published.
            PlanImpossible: the plan is impossible; the error names the problems.
        """
        game = self._games.lock(me.org_id, game_id)
        if game is None:
            raise GameNotFound
        if game.state != "draft":
            raise GamePublished
        prizes = self._prizes.of_games(me.org_id, [game_id])
        wrong = [it for it in self._checks.problems(game, prizes) if not it.is_warning]
        if wrong:
            errors = [FieldError(field=it.field, message=it.message, code=it.code) for it in wrong]
            raise PlanImpossible(errors=errors)
        plan, seed = plan_of(game, prizes), self._new_seed()
        game.plan_text = plan.text
        game.commitment = commitment_of(plan.text, seed)
        game.sealed_seed = self._seeds.seal(seed)
        game.state, game.published_at = "published", self._now
        game.version += 1
        game.updated_at = self._now
        self._games.start_run(me.org_id, game_id, game.commitment)
        code = codes.get_to_change(me.org_id, game.code_id)
        if code.type == CodeKind.GAME:
            codes.lead_to(code, game_path(code.code_id))
        self._session.flush()
        return game

    def end(self, org_id: str, game_id: str) -> Game:
        """End a game: nothing more is drawn, the seed is revealed, and held scores are rejected.

        Raises:
            GameNotFound: there is no such game.
            GameNotRunning: the game is not running.
        """
        # The same lock order as in plays: the run first, then what belongs to it.
        found = self.get(org_id, game_id)
        if found.state != "published":
            raise GameNotRunning
        run = self._ledger.open(found)
        locked = self._games.lock(org_id, game_id)
        if locked is None or run.is_over:
            raise GameNotRunning
        self._ledger.end(run)
        locked.state, locked.ended_at = "ended", self._now
        locked.version += 1
        self._reads.refuse_held(org_id, game_id)
        self._session.flush()
        return locked

    def delete(self, me: Member, codes: CodeService, game_id: str) -> None:
        """Delete a draft.

        Raises:
            GameNotFound, GamePublished: there is no such draft.
        """
        game = self._games.lock(me.org_id, game_id)
        if game is None:
            raise GameNotFound
        if game.state != "draft":
            raise GamePublished
        code = codes.get_to_change(me.org_id, game.code_id)
        if code.type == CodeKind.GAME:
            code.destination = None
            codes.keep(code)
        self._games.delete(game)

    def take(self, org_id: str, prize_id: str) -> int | None:
        """Remove one item from a prize's stock without a play; return how many are left, None without a limit.

        Raises:
            PrizeNotFound, GameNotRunning: there is no such prize in a running game.
            StockEmpty: none is left.
        """
        game = self.get(org_id, self._prizes.get(org_id, prize_id).game_id)
        if game.state != "published":
            raise GameNotRunning
        run = self._ledger.open(game)
        if run.is_over:
            raise GameNotRunning
        if not self._ledger.take(run, prize_id):
            raise StockEmpty
        self._ledger.save(run)
        prize = self._prizes.get(org_id, prize_id)
        return None if prize.stock is None else prize.stock - prize.taken

    def decide_held(self, org_id: str, game_id: str, play_id: UUID, *, approve: bool) -> None:
        """Accept or reject a held score.

        Raises:
            GameNotFound, GameNotRunning: there is no such game in progress.
            PlayNotHeld: there is no such play, or its score is not held.
        """
        game = self.get(org_id, game_id)
        if game.state != "published":
            raise GameNotRunning
        if self._ledger.open(game).is_over:
            raise GameNotRunning
        play = self._reads.lock(org_id, game_id, play_id)
        if play is None or play.state != "held":
            raise PlayNotHeld
        if approve:
            self._plays.approve(game, play)
        else:
            play.state = "refused"
            self._session.flush()

    def reset_board(
        self, me: Member, game_id: str | None, code_id: str | None, number: int | None
    ) -> tuple[Game, list[GameSeason]]:
        """Archive the leaderboard of the current season and start the next one.

        Raises:
            GameNotFound: there is no such game.
            SeasonChanged: the current season is no longer the one that the caller saw.
        """
        found = self.get(me.org_id, game_id, code_id)
        game = self._games.lock(me.org_id, found.game_id)
        if game is None:
            raise GameNotFound
        if number not in (None, game.season) or game.season >= MAX_SEASONS:
            raise SeasonChanged
        self._games.start_season(game, self._now, me.caller_id)
        return game, self.seasons(game)

    def seasons(self, game: Game) -> list[GameSeason]:
        """Return the seasons of a game, the current one first."""
        return list(self._games.seasons(game.org_id, game.game_id))

    def settle(self, org_id: str) -> int:
        """End games whose schedule is over, return unclaimed prizes and close unfinished rounds; return the changes."""
        changed = self._plays.leave(org_id, MOST_LEFT)
        for game in self._games.over(org_id, self._now):
            is_waiting = self._reads.count_held(org_id, game.game_id) > 0
            if not is_waiting or self._now >= game.ends_at + WAITS_FOR_HELD:
                self.end(org_id, game.game_id)
                changed += 1
        for game_id in self._prizes.games_due(org_id):
            changed += self._expire(org_id, game_id)
        return changed

    def _expire(self, org_id: str, game_id: str) -> int:
        game = self.get(org_id, game_id)
        run = self._ledger.open(game)
        expired = self._prizes.expire(org_id, game_id)
        if not run.is_over:
            for award in expired:
                if award.promo_code_id is None:
                    self._ledger.give_back(run, award.prize_id)
            self._ledger.save(run)
        return len(expired)


def _definition(body: SaveGame) -> dict[str, Any]:
    return body.model_dump(mode="json", include=set(Definition.model_fields))
