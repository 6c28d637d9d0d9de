"""Process-wide state of analytics."""

from collections.abc import Callable
from dataclasses import dataclass

from api.kit.app_state import AppState
from warehouse.queries.analytics import Analytics
from warehouse.reader import LakeConnection


@dataclass(frozen=True)
class AnalyticsState(AppState):
    """Attached by the lifespan of analytics."""

    analytics: Analytics
    connection: LakeConnection
    """The DuckDB that answers every question of this process."""


@dataclass(frozen=True)
class EventLag(AppState):
    """How far the lake is behind. Attached by `create_app`."""

    behind_seconds: Callable[[], float | None]
    """Reads the age of the oldest recorded event that is not in the lake, or None if it is unknown."""
