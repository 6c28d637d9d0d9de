"""State of a web process for exports."""

from dataclasses import dataclass

from api.domains.data_rights.exports.service import MAX_ROWS
from api.kit.app_state import AppState


@dataclass(frozen=True)
class ExportState(AppState):
    """Attached by `create_app`."""

    rows_at_once: int = MAX_ROWS
    """A table with more rows is written by a job."""
