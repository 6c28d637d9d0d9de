"""Types for broken destinations that other domains may use."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class BrokenDestination:
    """A destination that has stopped working, with its code's name."""

    code_id: str
    name: str
    url: str
    state: str
    reason: str | None
    broken_since: datetime | None
