"""Published games, kept by each process: their plan does not change, so plays need not read it again."""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple
from zoneinfo import ZoneInfo

from api.domains.promotions.games.draw_engine import Decider
from api.domains.promotions.games.models import Game
from api.domains.promotions.games.schemas import Definition
from api.domains.promotions.prizes.types import PrizeRow

MOST_GAMES = 500


class Draws(NamedTuple):
    """What draws a game's plays."""

    decider: Decider
    seed: bytes


@dataclass(frozen=True)
class PublishedGame:
    """A game as plays read it. Its rows belong to no session: they are read only, by any thread."""

    game: Game
    prizes: tuple[PrizeRow, ...]
    draws: Draws

    @cached_property
    def definition(self) -> Definition:
        """What was saved of the game."""
        return Definition.model_validate(self.game.definition)

    @cached_property
    def zone(self) -> ZoneInfo:
        """Where it takes place."""
        return ZoneInfo(self.game.time_zone)

    @cached_property
    def prizes_by_id(self) -> dict[str, PrizeRow]:
        """Its prizes by id."""
        return {it.prize_id: it for it in self.prizes}


class PublishedGames:
    """The games that were played last. A play compares the version under its lock, and reads a newer one again."""

    def __init__(self, most: int = MOST_GAMES) -> None:
        self._by_code: dict[str, PublishedGame] = {}
        self._codes: dict[str, str] = {}
        self._most = most

    def find(self, code_id: str) -> PublishedGame | None:
        """The game of a code, as it was when it was read last."""
        return self._by_code.get(code_id)

    def code_of(self, game_id: str) -> str | None:
        """The code of a game: it stays the same."""
        return self._codes.get(game_id)

    def keep(self, game: PublishedGame) -> PublishedGame:
        """Keep a game; all are forgotten when there are too many."""
        if len(self._by_code) >= self._most:
            self._by_code, self._codes = {}, {}
        self._by_code[game.game.code_id] = game
        self._codes[game.game.game_id] = game.game.code_id
        return game


PUBLISHED = PublishedGames()
"""Of this process."""
