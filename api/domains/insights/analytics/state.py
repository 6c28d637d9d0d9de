"""What a web process holds to answer questions about numbers."""

from collections.abc import Callable
from dataclasses import dataclass

from api.kit.app_state import AppState
from warehouse.queries.analytics import Analytics


@dataclass(frozen=True)
class AnalyticsState(AppState):
    """Attached by the lifespan of analytics."""

    analytics: Analytics


@dataclass(frozen=True)
class EventLag(AppState):
    """How far the lake is behind. Attached by `create_app`."""

    behind_seconds: Callable[[], float | None]
    """Reads the age of the oldest event that is recorded and not in the lake; None where nobody can tell."""
