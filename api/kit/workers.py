"""The worker processes of one web process, by who may have how many tasks there."""

from dataclasses import dataclass

from api.kit.app_state import AppState
from api.kit.worker_pool import WorkerPool


@dataclass(frozen=True)
class Workers(AppState):
    """Pools are limits only: an idle process serves whichever comes next. Attached by `create_app`."""

    organizations: WorkerPool
    """What members and keys ask for."""
    visitors: WorkerPool
    """Pictures that visitors send, and large pictures of codes."""
    pictures: WorkerPool
    """Pictures of codes as screens show them: small, and many at once."""
    questions: WorkerPool
    """Analysts' questions in SQL, which stop themselves before they are stopped here."""
