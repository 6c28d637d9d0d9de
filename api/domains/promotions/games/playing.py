"""Plays: who may, what they win, and the same answer whenever the same play is sent."""

import hashlib
from typing import Any
from zoneinfo import ZoneInfo

from api.db.session import commit_early
from api.domains.promotions.games.deciding import Play
from api.domains.promotions.games.errors import (
    GameNotStarted,
    GameOver,
    OnlyPeoplePlay,
    PlayChanged,
    PlayRefused,
    PrizesGone,
    ReceiptUsed,
)
from api.domains.promotions.games.ledger import Run
from api.domains.promotions.games.limits import (
    Left,
    check_gates,
    check_player,
    count_played,
    left_of,
    next_day,
    place_of,
)
from api.domains.promotions.games.models import Game, GamePlay
from api.domains.promotions.games.plan import canonical
from api.domains.promotions.games.player import PlayerRequest
from api.domains.promotions.games.public_schemas import GameView, PlayAnswer, PlayGame
from api.domains.promotions.games.settling import Settling, iso
from api.domains.promotions.games.showing import (
    definition_of,
    gates_of,
    phase_of,
    round_of,
    round_view,
    segments_of,
)
from api.domains.promotions.games.types import SCORE_KINDS


class PlayService(Settling):
    """Plays of the visitor of one request."""

    def view(self, who: PlayerRequest) -> GameView:
        """A game as the visitor may play it.

        Raises:
            GameNotFound: it is not published.
        """
        game = self.game(who)
        definition = definition_of(game)
        zone = ZoneInfo(game.time_zone)
        today = self._now.astimezone(zone).date()
        left = left_of(
            definition.limits, *self._played(game, who.key(game, None), today), today, zone
        )
        return GameView(
            game_id=game.game_id,
            code_id=game.code_id,
            kind=game.kind,
            name=game.name,
            phase=phase_of(game, self._now),
            starts_at=game.starts_at,
            ends_at=game.ends_at,
            time_zone=game.time_zone,
            commitment=game.commitment or "",
            texts=definition.model_dump(mode="json")["texts"],
            look=definition.look.model_dump(),
            segments=segments_of(self._prizes_of(game)),
            gates=gates_of(definition),
            round=round_view(game, definition),
            plays_left=left.plays,
            next_play_at=left.again_at,
        )

    def play(self, who: PlayerRequest, body: PlayGame) -> PlayAnswer:
        """Start a play, or go on with it. A refused one is counted.

        Raises:
            GameNotFound: there is no such game.
            PlayRefused: one of its kinds, as it says.
        """
        game = self.game(who)
        org_id, game_id, zone = game.org_id, game.game_id, ZoneInfo(game.time_zone)
        try:
            return self._play(game, who, body)
        except PlayRefused as refused:
            self._session.rollback()
            day = self._now.astimezone(zone).date()
            self._plays.count_refusal(org_id, game_id, day, refused.code)
            commit_early(self._session)
            raise

    def _play(self, game: Game, who: PlayerRequest, body: PlayGame) -> PlayAnswer:
        before = self._plays.find(game.org_id, game.game_id, body.play_id)
        if before is not None:
            return self._repeated(game, who, before, body)
        if not who.visit.verdict.is_human or who.is_cross_site:
            raise OnlyPeoplePlay
        phase = phase_of(game, self._now)
        if phase == "soon":
            raise GameNotStarted(again_at=game.starts_at.isoformat())
        if phase == "ended":
            raise GameOver
        definition = definition_of(game)
        check_gates(definition.gates, definition.limits, body.answers, who.visit.place.country)
        place = place_of(definition.gates, body.position)
        player = who.key(game, definition.limits.by)
        run = self._ledger.open(game)
        # Read again under the lock: the same play may have been sent twice at once.
        before = self._plays.find(game.org_id, game.game_id, body.play_id)
        if before is not None:
            return self._repeated(game, who, before, body)
        if run.is_over:
            raise GameOver
        zone = ZoneInfo(game.time_zone)
        today = self._now.astimezone(zone).date()
        limits = definition.limits
        known = self._plays.player(game.org_id, game.game_id, player)
        plays = known.plays if known else 0
        day_plays = known.day_plays if known and known.day == today else 0
        check_player(left_of(limits, plays, day_plays, today, zone))
        run.played = count_played(limits, run.played, today, place, next_day(today, zone))
        self._use_receipt(game, limits.per_receipt, body.answers.receipt)
        decider, _ = self._seeds.decider(game)
        if decider.plan.at_end_of_stock == "end" and decider.is_sold_out(run.counts):
            raise PrizesGone
        won = dict(known.won) if known else {}
        values: dict[str, Any] = {
            "game_id": game.game_id,
            "play_id": body.play_id,
            "org_id": game.org_id,
            "player": player,
            "body_hash": _hash_of(body),
            "player_seed": body.player_seed,
            "place": place,
            "name": body.name or None,
            "season": game.season,
            "started_at": self._now,
        }
        left = left_of(limits, plays + 1, day_plays + 1, today, zone)
        if game.kind in SCORE_KINDS:
            self._ledger.save(run)
            stored: dict[str, Any] = {"round": {"turned": []}, "state": "started", "answer": None}
            answer = self._started(game, values, left)
        else:
            answer, stored = self._drawn(game, run, who, values, won, left)
        self._plays.add(values | stored)
        self._count(game, who, player, today, won, counted=1)
        return answer

    def _drawn(
        self,
        game: Game,
        run: Run,
        who: PlayerRequest,
        values: dict[str, Any],
        won: dict[str, int],
        left: Left,
    ) -> tuple[PlayAnswer, dict[str, Any]]:
        """Draw a play of a chance game."""
        play = Play(run.plays + 1, self._now, values["player_seed"], values["place"])
        stored = self._settle(
            game, run, play, play_id=values["play_id"], player=values["player"], won=won
        )
        self._record(game, who, values["play_id"], values["season"], stored, None, None)
        stored["answer"] |= {"plays_left": left.plays, "next_play_at": iso(left.again_at)}
        return self.answer(game, values["play_id"], stored["answer"]), stored

    def _started(self, game: Game, values: dict[str, Any], left: Left) -> PlayAnswer:
        return PlayAnswer(
            play_id=values["play_id"],
            kind=game.kind,
            commitment=game.commitment or "",
            token=self._scoring.token(game, values["play_id"]),
            round=round_of(game, definition_of(game)),
            plays_left=left.plays,
            next_play_at=left.again_at,
        )

    def _repeated(
        self, game: Game, who: PlayerRequest, play: GamePlay, body: PlayGame
    ) -> PlayAnswer:
        """The answer to a play that is there: the one that it got, or what its next inputs lead to."""
        if body.token is not None:
            return self._go_on(game, who, body)
        if play.body_hash != _hash_of(body):
            raise PlayChanged
        if play.answer is not None:
            return self.answer(game, play.play_id, play.answer)
        left = self._left(game, play.player)
        return self._started(game, {"play_id": play.play_id}, left)

    def _go_on(self, game: Game, who: PlayerRequest, body: PlayGame) -> PlayAnswer:
        """Inputs of a score game. Plays are locked after the game's run, as everywhere."""
        self._scoring.check_token(game, body.play_id, body.token or "")
        run = self._ledger.open(game)
        play = self._plays.lock_play(game.org_id, game.game_id, body.play_id)
        assert play is not None
        if play.answer is not None:
            return self.answer(game, play.play_id, play.answer)
        if run.is_over:
            raise GameOver
        definition = definition_of(game)
        _, seed = self._seeds.decider(game)
        step = self._scoring.judge(game, definition, play, body, seed)
        if step.judged is None:
            self._plays.change(play, {"round": step.round})
            answer = self._started(game, {"play_id": play.play_id}, self._left(game, play.player))
            return answer.model_copy(update={"cards": step.cards, "matched": step.matched})
        extra: dict[str, Any] = {
            "score": step.judged.score,
            "correct": step.judged.correct,
            "cards": step.cards,
            "matched": step.matched,
        }
        if step.judged.suspicions:
            self._plays.change(
                play,
                {
                    "round": step.round,
                    "state": "held",
                    "score": step.judged.score,
                    "suspicions": sorted(set(step.judged.suspicions)),
                    "answer": {**extra, "held": True},
                    "done_at": self._now,
                },
            )
            return self.answer(game, play.play_id, play.answer or {})
        self._finish(game, run, who, play, step.judged.score, {"round": step.round}, extra)
        return self.answer(game, play.play_id, play.answer or {})

    def _use_receipt(self, game: Game, at_most: int | None, receipt: str | None) -> None:
        if at_most is None or receipt is None:
            return
        text = f"{game.game_id}\n{receipt.casefold()}".encode()
        key = hashlib.blake2b(text, key=self._secret[:64], digest_size=32).hexdigest()
        if not self._plays.use_receipt(game.org_id, game.game_id, key, at_most):
            raise ReceiptUsed


def _hash_of(body: PlayGame) -> str:
    values = body.model_dump(mode="json", exclude={"token", "inputs", "done"})
    return hashlib.sha256(canonical(values).encode()).hexdigest()
