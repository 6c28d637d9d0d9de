"""What a web process holds of walls."""

from dataclasses import dataclass

from api.kit.app_state import AppState
from api.kit.live import SharedReads


@dataclass(frozen=True)
class WallsState(AppState):
    """Attached by the lifespan of walls."""

    live: SharedReads[str]
    """What is on a wall, by its id, for all who watch it."""
