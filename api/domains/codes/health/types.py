"""What other domains may know of destinations that lead nowhere."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class BrokenDestination:
    """An address that began to lead nowhere, with its code's name."""

    code_id: str
    name: str
    url: str
    state: str
    reason: str | None
    broken_since: datetime | None
