"""What players see: the segments of a game, where a draw stops, and the rounds."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from api.domains.promotions.games.draw import fraction
from api.domains.promotions.games.models import Game
from api.domains.promotions.games.public_schemas import (
    ClaimView,
    GatesView,
    Outcome,
    QuizQuestion,
    Round,
    RoundView,
    Segment,
    TeamView,
)
from api.domains.promotions.games.schemas import Definition
from api.domains.promotions.games.types import SCORE_KINDS, Phase
from api.domains.promotions.prizes.types import PrizeRow

MOST_PPM = 1_000_000


def definition_of(game: Game) -> Definition:
    """Return a game's definition as it was saved."""
    return Definition.model_validate(game.definition)


def phase_of(game: Game, now: datetime) -> Phase:
    """Return whether a published game can be played now."""
    if game.state == "ended" or now >= game.ends_at:
        return "ended"
    return "soon" if now < game.starts_at else "open"


def segments_of(prizes: Sequence[PrizeRow]) -> list[Segment]:
    """Return the possible results of a game: its prizes, and no prize."""
    found = [
        Segment(
            prize_id=it.prize_id,
            name=it.name,
            picture_url=it.picture_url,
            translations=it.translations,
            odds_ppm=it.draw.get("odds_ppm", 0),
        )
        for it in prizes
    ]
    rest = max(0, MOST_PPM - sum(it.odds_ppm for it in found))
    nothing = Segment(prize_id=None, name="", picture_url=None, translations={}, odds_ppm=rest)
    return [*found, nothing]


def gates_of(definition: Definition) -> GatesView:
    """Return what a player has to state."""
    gates = definition.gates
    return GatesView(
        min_age=gates.min_age,
        countries=gates.countries,
        terms_version=gates.terms_version,
        terms_url=gates.terms_url,
        needs_receipt=definition.limits.per_receipt is not None,
        needs_order=definition.limits.purchase == "order",
        needs_phone=definition.limits.by == "phone",
        needs_position=bool(gates.places),
    )


def teams_of(definition: Definition) -> list[TeamView]:
    """Return the teams that players can choose."""
    return [TeamView(key=it.key, name=it.name) for it in definition.teams]


def round_view(game: Game, definition: Definition) -> RoundView | None:
    """Return the length of a round in a score game, and its number of questions or pairs."""
    if game.kind not in SCORE_KINDS:
        return None
    asked = definition.round
    return RoundView(
        seconds=asked.seconds,
        questions=len(asked.questions) if game.kind == "quiz" else None,
        pairs=asked.pairs if game.kind == "memory" else None,
    )


def round_of(game: Game, definition: Definition) -> Round:
    """Return the tasks for the player: questions without their answers, cards without their faces."""
    asked = definition.round
    questions = [
        QuizQuestion.model_validate(it.model_dump(exclude={"correct"})) for it in asked.questions
    ]
    return Round(
        seconds=asked.seconds,
        questions=questions if game.kind == "quiz" else None,
        cards=2 * asked.pairs if game.kind == "memory" else None,
    )


def outcome_of(
    game: Game, prizes: Sequence[PrizeRow], prize_id: str | None, number: int, seed: bytes
) -> Outcome:
    """Return what a play won and where it stops, without the link to claim it."""
    place = next((at for at, it in enumerate(prizes) if it.prize_id == prize_id), len(prizes))
    won = prizes[place] if place < len(prizes) else None
    symbols = None
    if game.kind == "slot":
        symbols = [place] * 3 if won else _lost(len(prizes) + 1, number, seed)
    return Outcome(
        won=won is not None,
        prize_id=prize_id,
        name=won.name if won else None,
        picture_url=won.picture_url if won else None,
        translations=won.translations if won else {},
        segment=place,
        symbols=symbols,
    )


def add_claim(
    outcome: Outcome, prizes: Mapping[str, PrizeRow], token: str, until: datetime
) -> None:
    """Add the link to claim what was won."""
    prize = prizes.get(outcome.prize_id or "")
    if prize is not None:
        outcome.claim = ClaimView(token=token, kind=prize.gives, until=until)


def _lost(count: int, number: int, seed: bytes) -> list[int]:
    """Return symbols that are not all the same. They follow from the play, so a repeated request shows the same
    ones.
    """
    drawn = [fraction(seed, "symbol", str(number), str(it)) % count for it in range(3)]
    if len(set(drawn)) == 1:
        drawn[2] = (drawn[2] + 1) % count
    return drawn
