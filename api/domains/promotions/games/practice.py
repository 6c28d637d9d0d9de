"""Practice: members try a game, even a draft, on its real page. Nothing is stored, and nothing can be won."""

import hmac
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from api.domains.promotions.games.models import Game
from api.domains.promotions.games.presentation import (
    definition_of,
    gates_of,
    outcome_of,
    round_of,
    round_view,
    segments_of,
    teams_of,
)
from api.domains.promotions.games.public_schemas import GameView
from api.domains.promotions.games.types import SCORE_KINDS
from api.domains.promotions.prizes.types import PrizeRow

PRACTICE_LIFE = timedelta(hours=12)


def practice_pass(secret: bytes, game_id: str, now: datetime) -> str:
    """Return the token that opens the practice of a game for the next twelve hours, for anybody who has it."""
    until = int((now + PRACTICE_LIFE).timestamp())
    return f"{until}-{_signature(secret, game_id, until)}"


def is_practice_pass(secret: bytes, game_id: str, given: str, now: datetime) -> bool:
    """Return whether a token opens the practice of a game now."""
    until, _, signature = given.partition("-")
    if not (until.isascii() and until.isdecimal() and len(until) <= 12 and signature.isascii()):
        return False
    wanted = _signature(secret, game_id, int(until))
    return hmac.compare_digest(wanted, signature) and now.timestamp() < int(until)


def _signature(secret: bytes, game_id: str, until: int) -> str:
    key = hmac.digest(secret, b"practice of games", "sha256")
    return hmac.digest(key, f"{game_id}\n{until}".encode(), "sha256").hex()[:40]


def practice_view(game: Game, prizes: Sequence[PrizeRow]) -> GameView:
    """Return a game as its players will see it, shown as open whatever its state."""
    definition = definition_of(game)
    gates = gates_of(definition)
    gates.needs_position = gates.needs_phone = False
    return GameView(
        game_id=game.game_id,
        code_id=game.code_id,
        kind=game.kind,
        name=game.name,
        phase="open",
        starts_at=game.starts_at,
        ends_at=game.ends_at,
        time_zone=game.time_zone,
        commitment=game.commitment or "",
        texts=definition.model_dump(mode="json")["texts"],
        look=definition.look.model_dump(),
        segments=segments_of(prizes),
        gates=gates,
        teams=teams_of(definition),
        round=round_view(game, definition),
        plays_left=None,
        next_play_at=None,
    )


def practice_of(game: Game, prizes: Sequence[PrizeRow]) -> dict[str, Any]:
    """Return the data for the page's script: each result in turn, and the round of a score game with its correct
    answers.
    """
    definition = definition_of(game)
    results = [it.prize_id for it in prizes]
    outcomes = [
        outcome_of(game, prizes, prize_id, number, b"practice").model_dump(mode="json")
        for number, prize_id in enumerate((*results, None))
    ]
    if game.kind not in SCORE_KINDS:
        return {"outcomes": outcomes, "round": None, "correct": {}, "min_scores": []}
    return {
        "outcomes": outcomes,
        "round": round_of(game, definition).model_dump(mode="json"),
        "correct": {it.id: it.correct for it in definition.round.questions},
        "min_scores": [it.draw.get("min_score") or 0 for it in prizes],
    }
