"""What a web process holds to make reports."""

from dataclasses import dataclass

from api.kit.app_state import AppState
from warehouse.reports.asking import Reports


@dataclass(frozen=True)
class ReportsState(AppState):
    """Attached by the lifespan of reports."""

    reports: Reports
