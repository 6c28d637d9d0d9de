"""The promo lock of a code. This is the only module that reads and writes its JSON in `codes.promo_lock`.

The credentials that open a lock belong to the domain of promo locks. This module contains only what every visit needs.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Self

DEFAULT_OPEN_MINUTES = 1440


@dataclass(frozen=True, slots=True)
class LockState:
    """The promo lock of a code as stored."""

    enabled: bool = False
    epoch: int = 0
    master_epoch: int = 0
    """Incremented when the master key changes. This closes only the locks that the master key opened."""
    open_minutes: int = DEFAULT_OPEN_MINUTES
    message: str = ""
    needs_location: bool = False
    """Whether some promo code of this lock has a place, so that the gate offers to send the visitor's location."""

    @classmethod
    def from_json(cls, stored: Mapping[str, Any] | None) -> Self:
        """Parse the lock in a code's column. An empty column means a disabled lock."""
        if stored is None:
            return cls()
        epoch = int(stored.get("epoch", 0))
        return cls(
            enabled=stored.get("enabled") is True,
            epoch=epoch,
            master_epoch=int(stored.get("master_epoch", epoch)),
            open_minutes=int(stored.get("open_minutes", DEFAULT_OPEN_MINUTES)),
            message=str(stored.get("message") or ""),
            needs_location=stored.get("needs_location") is True,
        )

    def to_json(self) -> dict[str, Any]:
        """Return the lock as JSON for its column."""
        return asdict(self)
