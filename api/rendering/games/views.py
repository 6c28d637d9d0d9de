"""The content of a game's pages, provided by the domain of games."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

PARTS_PER_MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class ShownSegment:
    """A part of a wheel, a symbol of reels, or a row of the list of prizes. The last one is "no prize"."""

    prize_id: str | None
    name: str
    picture_url: str | None
    odds_ppm: int


@dataclass(frozen=True, slots=True)
class ShownGates:
    """The details that a player enters before playing."""

    min_age: int | None = None
    countries: Sequence[tuple[str, str]] = ()
    """Code and name of each country that may play, empty if all may."""
    terms_version: str | None = None
    terms_url: str | None = None
    needs_receipt: bool = False
    needs_position: bool = False
    needs_order: bool = False
    """Whether the receipt is the number of an order."""
    needs_phone: bool = False

    @property
    def any(self) -> bool:
        """Whether there is anything to enter or to agree to."""
        return bool(
            self.min_age is not None
            or self.countries
            or self.terms_version
            or self.needs_receipt
            or self.needs_position
            or self.needs_phone
        )


@dataclass(frozen=True)
class ShownWon:
    """A prize that the visitor won earlier."""

    token: str
    name: str
    until: datetime
    is_claimed: bool


@dataclass(frozen=True)
class ShownGame:
    """A game in the visitor's language."""

    code_id: str
    kind: str
    title: str
    intro: str
    button: str
    """The organisation's own label of the button, empty for the default."""
    win: str
    lose: str
    terms: str
    """The rules of the game, if they are shown on the page itself."""
    phase: str
    """`soon`, `open` or `ended`."""
    starts_at: datetime
    ends_at: datetime
    time_zone: str
    commitment: str
    segments: Sequence[ShownSegment]
    gates: ShownGates
    seconds: int | None
    plays_left: int | None
    next_play_at: datetime | None
    teams: Sequence[tuple[str, str]] = ()
    """Key and name of each team that players choose from."""
    color: str = ""
    """Replaces the theme's accent colour."""
    picture_url: str | None = None
    offers_sound: bool = False
    won: Sequence[ShownWon] = ()
    """The visitor's prizes from this game, newest first."""

    @property
    def is_skill(self) -> bool:
        """Whether the game is about a score."""
        return self.kind in ("quiz", "memory", "tap_race")

    @property
    def can_play(self) -> bool:
        """Whether this visitor may start a play now."""
        return self.phase == "open" and self.plays_left != 0

    @property
    def path(self) -> str:
        """The path of its page."""
        return f"/game/{self.code_id}"


@dataclass(frozen=True, slots=True)
class ShownClaim:
    """How a prize is claimed."""

    token: str
    kind: str
    until: datetime


@dataclass(frozen=True, slots=True)
class ShownResult:
    """The result of a play."""

    won: bool
    name: str
    picture_url: str | None
    claim: ShownClaim | None
    plays_left: int | None
    next_play_at: datetime | None


@dataclass(frozen=True, slots=True)
class ShownClaimed:
    """A prize that was claimed."""

    kind: str
    code: str | None
    url: str | None
    """The page of a one-time code or a pass."""
    name: str
    picture_url: str | None
    claimed_at: datetime


@dataclass(frozen=True, slots=True)
class ShownOdds:
    """The promised odds of a prize, and how often it was given."""

    name: str
    odds_ppm: int
    moments: int
    stock: int | None
    gone: int


@dataclass(frozen=True, slots=True)
class ShownProof:
    """The proof that a game is fair, as far as it can be shown at this point."""

    code_id: str
    name: str
    commitment: str
    public_key: str
    algorithm: str
    plan_text: str
    seed: str | None
    plays: int
    audit_url: str
    odds: Sequence[ShownOdds]
    ok: bool | None
    """Whether the server's own replay found everything correct. None before the end."""
    problem: str | None

    @property
    def path(self) -> str:
        """The path of the game's page."""
        return f"/game/{self.code_id}"
