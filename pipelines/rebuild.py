"""`waypost rebuild`: rebuilds every mart from raw events while the product runs."""

import time
from datetime import timedelta

from pipelines.resources import LakeResource, OperationalResource


def rebuild() -> None:
    """Rebuild every mart from raw events. Reports stay correct meanwhile, and the command can be repeated."""
    from rich.console import Console

    from runtime.embedded.process import ServiceFailed
    from warehouse.builds.rebuild import Progress, rebuild_all
    from warehouse.lake import LakeConflictError

    console = Console()
    began = time.monotonic()

    def tell(progress: Progress) -> None:
        took = time.monotonic() - began
        left = took / progress.events * (progress.of_events - progress.events)
        console.print(
            f"{progress.what}: {progress.events:,} of {progress.of_events:,} events,"
            f" day {progress.days} of {progress.of_days}, {progress.rows:,} rows,"
            f" {_round(took)} gone, about {_round(left)} left"
        )

    try:
        rebuild_all(LakeResource().open(), OperationalResource().zones(), tell=tell)
    except LakeConflictError as conflict:
        raise ServiceFailed(
            "the pipeline changed a mart during each attempt; run the command again, or stop the"
            " schedules in Dagster until it is done"
        ) from conflict
    console.print(f"done in {_round(time.monotonic() - began)}")


def _round(seconds: float) -> str:
    return str(timedelta(seconds=round(seconds)))
