"""Types and constants of games."""

from datetime import datetime, timedelta
from typing import Literal, Protocol

Kind = Literal["wheel", "scratch", "slot", "quiz", "memory", "tap_race"]
SCORE_KINDS: tuple[Kind, ...] = ("quiz", "memory", "tap_race")
"""Games whose players achieve a score, which the server judges."""
State = Literal["draft", "published", "ended"]
Phase = Literal["soon", "open", "ended"]
Interval = Literal["day", "week", "month", "season", "all"]
PlayerBy = Literal["cookie", "customer", "network", "phone"]
"""How players are distinguished: by browser, by its customer, by its network, or by a verified phone number."""
Purchase = Literal["receipt", "order"]
"""The purchase that a game for buyers requires: the number of any receipt, or of a recorded order."""

PLAY_LIFE = timedelta(hours=1)
"""How long after its start a score game can be finished."""
MAX_INPUTS = 4000
"""The maximum for one play in total."""
MAX_GAMES = 500
"""The maximum for one organisation."""
MAX_PRIZES = 24
MAX_SEASONS = 1000


class GameRow(Protocol):
    """A game as other modules read it; they change it through the service."""

    @property
    def game_id(self) -> str: ...

    @property
    def org_id(self) -> str: ...

    @property
    def code_id(self) -> str: ...

    @property
    def name(self) -> str: ...

    @property
    def starts_at(self) -> datetime: ...

    @property
    def ends_at(self) -> datetime: ...
