"""The worker pools of one web process, with separate limits for different kinds of callers."""

from dataclasses import dataclass

from api.kit.app_state import AppState
from api.kit.worker_pool import WorkerPool


@dataclass(frozen=True)
class Workers(AppState):
    """Pools are only limits: an idle process serves whichever task comes next. Attached by `create_app`."""

    organizations: WorkerPool
    """Tasks for members and API keys."""
    visitors: WorkerPool
    """Pictures from visitors, and large pictures of codes."""
    pictures: WorkerPool
    """Pictures of codes for screens: small, and many at once."""
    questions: WorkerPool
    """Analysts' SQL queries, which stop themselves before this pool stops them."""
