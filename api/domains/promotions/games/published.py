"""Published games, cached per process: their plan does not change, so plays need not read it again."""

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
    """The objects that draw a game's plays."""

    decider: Decider
    seed: bytes


@dataclass(frozen=True)
class PublishedGame:
    """A game as plays read it. Its rows are detached from any session and read-only, so that any thread can use
    them.
    """

    game: Game
    prizes: tuple[PrizeRow, ...]
    draws: Draws

    @cached_property
    def definition(self) -> Definition:
        """Return the game's definition as it was saved."""
        return Definition.model_validate(self.game.definition)

    @cached_property
    def zone(self) -> ZoneInfo:
        """Return the game's time zone."""
        return ZoneInfo(self.game.time_zone)

    @cached_property
    def prizes_by_id(self) -> dict[str, PrizeRow]:
        """Return the game's prizes by ID."""
        return {it.prize_id: it for it in self.prizes}


class PublishedGames:
    """Recently played games. A play compares the version under its lock, and reads the game again if there is a newer
    one.
    """

    def __init__(self, most: int = MOST_GAMES) -> None:
        self._by_code: dict[str, PublishedGame] = {}
        self._codes: dict[str, str] = {}
        self._most = most

    def find(self, code_id: str) -> PublishedGame | None:
        """Return the game of a code as it was last read, or None."""
        return self._by_code.get(code_id)

    def code_of(self, game_id: str) -> str | None:
        """Return the code of a game, which never changes, or None."""
        return self._codes.get(game_id)

    def keep(self, game: PublishedGame) -> PublishedGame:
        """Cache a game; when the cache is full, all others are dropped first."""
        if len(self._by_code) >= self._most:
            self._by_code, self._codes = {}, {}
        self._by_code[game.game.code_id] = game
        self._codes[game.game.game_id] = game.game.code_id
        return game


PUBLISHED = PublishedGames()
"""Published games, cached per process."""
