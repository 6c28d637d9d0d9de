"""Makes the plan of a game from what was saved, and reports what is missing."""

from collections.abc import Callable, Mapping, Sequence

from api.domains.promotions.games.models import Game
from api.domains.promotions.games.plan import Plan, PrizePlan
from api.domains.promotions.games.schemas import Definition
from api.domains.promotions.games.simulation import Problem
from api.domains.promotions.games.types import SCORE_KINDS
from api.domains.promotions.prizes.types import Gives, PrizeRow


def plan_of(game: Game, prizes: Sequence[PrizeRow]) -> Plan:
    """Return the plan, which contains everything that determines a game's draws."""
    definition = Definition.model_validate(game.definition)
    return Plan(
        game_id=game.game_id,
        kind=game.kind,
        starts_at=game.starts_at,
        ends_at=game.ends_at,
        time_zone=game.time_zone,
        prizes=tuple(
            PrizePlan(prize_id=it.prize_id, name=it.name, stock=it.stock, **it.draw)
            for it in prizes
        ),
        hours=tuple(definition.hours),
        wins_per_person=definition.limits.wins_per_person,
        at_end_of_stock=definition.at_end_of_stock,
    )


def problems_of_game(
    game: Game,
    prizes: Sequence[PrizeRow],
    codes_left: Mapping[str, int],
    can_give: Callable[[Gives, str], bool],
) -> list[Problem]:
    """Return the problems outside the plan that make a game impossible. `codes_left` is what promo batches can still
    give; `can_give` returns whether a code, a template or a reward is available.
    """
    definition = Definition.model_validate(game.definition)
    has_places = bool(definition.gates.places)
    found = []
    if game.kind == "quiz" and not definition.round.questions:
        found.append(Problem("round.questions", "are required for a quiz", "missing"))
    if definition.limits.per_place_day is not None and not has_places:
        found.append(Problem("gates.places", "are required for a limit per place", "missing"))
    if definition.teams and game.kind not in SCORE_KINDS:
        found.append(Problem("teams", "are only allowed in a game with a score", "no_score"))
    for number, it in enumerate(prizes):
        at = f"prizes.{number}"
        left = codes_left.get(it.batch_id or "")
        if it.gives == "code" and left is None:
            found.append(Problem(f"{at}.batch_id", "is not the id of a promo batch", "unknown"))
        elif it.gives == "code" and left is not None and (it.stock is None or it.stock > left):
            message = f"must be at most the {left} codes that are left"
            found.append(Problem(f"{at}.stock", message, "codes"))
        if it.gives == "points" and it.points is None:
            found.append(Problem(f"{at}.points", "is required", "missing"))
        needed: tuple[tuple[Gives, str, str], ...] = (
            (
                "one_time",
                "base_code_id",
                "is not the id of a code that can be a base of one-time codes",
            ),
            ("pass", "template_id", "is not the id of a published pass template"),
            ("reward", "reward_id", "is not the id of a reward"),
        )
        for gives, field, named in needed:
            given_id = getattr(it, field)
            if it.gives == gives and not (given_id and can_give(gives, given_id)):
                found.append(Problem(f"{at}.{field}", named, "unknown"))
        if it.draw.get("per_place") is not None and not has_places:
            found.append(Problem("gates.places", "are required for a cap per place", "missing"))
        if game.kind not in SCORE_KINDS and it.draw.get("min_score"):
            found.append(
                Problem(f"{at}.min_score", "is only allowed in a game with a score", "no_score")
            )
    return found
