"""The worker pools of a web process and their limits."""

from api.kit.worker_pool import WorkerLimits, WorkerPool
from api.kit.worker_process import preload
from api.kit.workers import Workers
from runtime.settings import Settings

SECONDS_TO_STOP = 10.0
"""Extra seconds for an SQL query beyond its time limit: to open the lake, stop, and write its answer."""


def workers_of(settings: Settings) -> Workers:
    """Return the worker pools for these settings. Processes start with their first task."""
    preload("api.apps.worker_preload")
    processes, seconds = settings.worker_processes, settings.worker_seconds
    memory = settings.worker_memory_mb * 1_000_000
    return Workers(
        organizations=WorkerPool(
            WorkerLimits(
                processes,
                of_owner=settings.worker_tasks_of_organization,
                waiting=6 * processes,
                seconds=seconds,
                memory_bytes=memory,
            )
        ),
        visitors=WorkerPool(
            WorkerLimits(
                processes,
                of_owner=4 * processes,
                waiting=4 * processes,
                seconds=seconds,
                memory_bytes=memory,
            )
        ),
        pictures=WorkerPool(
            WorkerLimits(1, of_owner=200, waiting=200, seconds=seconds, memory_bytes=memory)
        ),
        questions=WorkerPool(
            WorkerLimits(
                settings.sql_processes,
                of_owner=settings.sql_questions_of_organization,
                waiting=4 * settings.sql_processes,
                seconds=settings.sql_seconds + SECONDS_TO_STOP,
                memory_bytes=memory,
            )
        ),
    )
