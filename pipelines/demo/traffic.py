"""How much each code of the demonstration is used, when and by whom, and what follows a scan."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from pipelines.demo.rhythms import Rhythm


@dataclass(frozen=True, slots=True)
class Burst:
    """A campaign: from `start` days ago, the number of visits is multiplied by `factor`, fading over `length` days."""

    start: int
    length: int
    factor: float


@dataclass(frozen=True, slots=True)
class Utm:
    """UTM values in the printed or sent address of a code."""

    source: str | None = None
    medium: str | None = None
    campaign: str | None = None
    content: str | None = None


@dataclass(frozen=True, slots=True)
class Acts:
    """Shares of the visitors who saw the page and then performed each act."""

    click: float = 0.0
    submit: float = 0.0
    vote: float = 0.0
    play: float = 0.0
    race: float = 0.0
    redeem: float = 0.0
    promo: float = 0.0
    order: float = 0.0
    wallet: float = 0.0


@dataclass(frozen=True, slots=True)
class Traffic:
    """One code's visits. `daily` is the number of scans by people on an ordinary day at today's level."""

    slug: str
    daily: float
    rhythm: Rhythm
    place: str
    """The mix of places from which its visitors come. Codes of one place share their regulars."""
    returning: float = 0.55
    growth: float = 0.3
    """Share of today's level that was gained within the 90 days."""
    weather: float = 1.0
    """How strongly the loss of a rainy week affects this code."""
    bursts: tuple[Burst, ...] = ()
    utm: Utm = Utm()
    referrers: Mapping[str, float] = field(default_factory=dict)
    """Shares by host. The remaining visits have no referrer, like scans of printed codes."""
    acts: Acts = Acts()


@dataclass(frozen=True, slots=True)
class Blast:
    """A message to customers, sent `days_ago` at a local hour. Clicks are scans of its code."""

    slug: str
    name: str
    days_ago: int
    hour: int
    receivers: int
    channel: Literal["sms", "push", "email"] = "sms"


RAIN_FIRST, RAIN_LAST, RAIN_LOSS = 44, 38, 0.36
"""The rainy week, in days before loading, and the share of visits lost in it."""
