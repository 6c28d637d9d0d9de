"""Process-wide state of reports."""

from dataclasses import dataclass

from api.kit.app_state import AppState
from warehouse.reports.engine import Reports


@dataclass(frozen=True)
class ReportsState(AppState):
    """Attached by the lifespan of reports."""

    reports: Reports
