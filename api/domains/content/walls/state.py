"""Process-wide state of walls."""

from dataclasses import dataclass

from api.kit.app_state import AppState
from api.kit.live import SharedReads


@dataclass(frozen=True)
class WallsState(AppState):
    """Attached by the lifespan of walls."""

    live: SharedReads[str]
    """The current content of a wall by its ID, for everybody who watches it."""
