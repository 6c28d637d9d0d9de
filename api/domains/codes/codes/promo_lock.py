"""The promo lock of a code: the one place that reads and writes its JSON in `codes.promo_lock`.

What opens a lock belongs to the domain of promo locks; here is only what every visit has to know.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Self

DEFAULT_OPEN_MINUTES = 1440


@dataclass(frozen=True, slots=True)
class LockState:
    """The lock of a code as it is stored."""

    enabled: bool = False
    epoch: int = 0
    master_epoch: int = 0
    """Raised when the master key changes, which closes what it opened and nothing else."""
    open_minutes: int = DEFAULT_OPEN_MINUTES
    message: str = ""
    needs_location: bool = False
    """Some promo code of this lock has a place, so the gate offers to send the location."""

    @classmethod
    def from_json(cls, stored: Mapping[str, Any] | None) -> Self:
        """The lock in a code's column; a disabled one if the column is empty."""
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
        """The lock as its column stores it."""
        return asdict(self)
