"""Terms of games."""

from datetime import datetime, timedelta
from typing import Literal, Protocol

Kind = Literal["wheel", "scratch", "slot", "quiz", "memory", "tap_race"]
SCORE_KINDS: tuple[Kind, ...] = ("quiz", "memory", "tap_race")
"""Games whose players reach a score, which the server judges."""
State = Literal["draft", "published", "ended"]
Phase = Literal["soon", "open", "ended"]
Interval = Literal["day", "week", "month", "season", "all"]
PlayerBy = Literal["cookie", "customer", "network", "phone"]
"""What tells players apart: the browser, the customer it belongs to, the network it is in, or a verified phone."""
Purchase = Literal["receipt", "order"]
"""What a game for buyers asks for: the number of any receipt, or of an order that is recorded."""

PLAY_LIFE = timedelta(hours=1)
"""How long a started score game can be finished."""
MAX_INPUTS = 4000
"""Of one play in all."""
MAX_GAMES = 500
"""Of one organisation."""
MAX_PRIZES = 24
MAX_SEASONS = 1000


class GameRow(Protocol):
    """A game as others read it; they change it through the service."""

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
