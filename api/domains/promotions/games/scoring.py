"""Judging of score games' input on the server."""

import hashlib
import hmac
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from api.domains.promotions.games.errors import PlayExpired, PlayTokenWrong, TooEarly, invalid
from api.domains.promotions.games.models import Game, GamePlay
from api.domains.promotions.games.public_schemas import Input, PlayGame
from api.domains.promotions.games.schemas import Definition
from api.domains.promotions.games.score_rules import (
    Judged,
    deck_of,
    judge_memory,
    judge_quiz,
    judge_taps,
    matched_cards,
    progress_of_memory,
    progress_of_quiz,
    progress_of_taps,
)
from api.domains.promotions.games.types import MAX_INPUTS, PLAY_LIFE

_MILLISECOND = timedelta(milliseconds=1)
_EARLY_MS = 300
"""How much before the end of the round a request may arrive, because phone clocks are not exact."""


@dataclass
class Step:
    """The result of some inputs. Without `judged`, the round continues."""

    round: dict[str, Any]
    judged: Judged | None = None
    cards: dict[str, int] | None = None
    matched: list[int] | None = None


class Scoring:
    """Rounds of score games."""

    def __init__(self, secret: bytes, now: datetime) -> None:
        self._key = hmac.digest(secret, b"play tokens", "sha256")
        self._now = now

    def token(self, game: Game, play_id: UUID) -> str:
        """Return the token that continues a started play. It is not stored, because it is derived from the play."""
        text = f"{game.game_id}\n{play_id}".encode()
        return hmac.digest(self._key, text, hashlib.sha256).hex()

    def check_token(self, game: Game, play_id: UUID, token: str) -> None:
        """Check that a token belongs to the play.

        Raises:
            PlayTokenWrong: it belongs to another play.
        """
        if not hmac.compare_digest(token.encode(), self.token(game, play_id).encode()):
            raise PlayTokenWrong

    def judge(
        self, game: Game, definition: Definition, play: GamePlay, body: PlayGame, seed: bytes
    ) -> Step:
        """Judge the inputs of a play.

        Raises:
            PlayExpired: it was started more than an hour ago.
            TooEarly: its round is not over.
            Invalid: there are too many inputs, or some that this kind of game does not have.
        """
        if self._now - play.started_at > PLAY_LIFE:
            raise PlayExpired
        elapsed = (self._now - play.started_at) // _MILLISECOND
        asked = definition.round
        before = (play.round or {}).get("turned", [])
        if len(before) + len(body.inputs) > MAX_INPUTS:
            raise invalid("inputs", f"must have at most {MAX_INPUTS} entries in a play", "too_many")
        inputs = [it.model_dump(exclude_none=True) for it in body.inputs]
        if game.kind == "memory":
            deck = deck_of(seed, str(play.play_id), asked.pairs)
            return _memory(deck, before, body, asked.seconds, elapsed)
        if body.left:
            return Step({"turned": inputs, "left": True})
        if game.kind == "tap_race":
            if elapsed < asked.seconds * 1000 - _EARLY_MS:
                raise TooEarly
            judged = judge_taps(inputs, asked.seconds, elapsed)
        else:
            questions = [it.model_dump() for it in asked.questions]
            judged = judge_quiz(inputs, questions, asked.seconds, elapsed)
        return Step({"turned": inputs}, judged)

    @staticmethod
    def progress(game: Game, definition: Definition, play: GamePlay, seed: bytes) -> int | None:
        """Return a player's progress in percent; None if the browser did not report it on leaving."""
        asked, kept = definition.round, play.round or {}
        turned = kept.get("turned", [])
        if game.kind == "memory":
            return progress_of_memory(deck_of(seed, str(play.play_id), asked.pairs), turned)
        if play.answer is None and not kept.get("left"):
            return None
        if game.kind == "tap_race":
            return progress_of_taps(turned, asked.seconds)
        return progress_of_quiz(turned, [it.id for it in asked.questions])


def _memory(
    deck: list[int], before: list[dict[str, Any]], body: PlayGame, seconds: int, elapsed: int
) -> Step:
    new = [_turned_card(it, len(deck)) for it in body.inputs]
    turned = [*before, *new]
    matched, _ = matched_cards(deck, turned)
    step = Step(
        {"turned": turned},
        cards={str(it["card"]): deck[it["card"]] for it in new},
        matched=sorted(matched),
    )
    if body.done or len(matched) == len(deck):
        step.judged = judge_memory(deck, turned, seconds, elapsed)
    return step


def _turned_card(given: Input, cards: int) -> dict[str, Any]:
    if given.card is None or given.card >= cards:
        raise invalid("inputs", "must contain the number of a card in the game", "no_such_card")
    return {"card": given.card, "at_ms": given.at_ms}
