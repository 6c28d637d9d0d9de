"""The memory that long exports cost the worker that runs jobs, in a fresh process.

`python -m benchmarks.export_worker FOLDER` is that process: FOLDER is its data folder, with a lake.
"""

import json
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from unittest.mock import Mock

import psutil

from benchmarks.report import Aim, Figure

MIB = 1024 * 1024
ORG = "org_01"
ROUNDS: dict[str, Sequence[str]] = {
    "CSV, the second after the first": ("csv", "csv"),
    "Parquet, the second after the first": ("parquet", "parquet"),
    "two at once": ("csv", "parquet"),
}


def worker_figures(folder: Path) -> list[Figure]:
    """Run a worker and return its peak memory, above what it used before its first export."""
    command = [sys.executable, "-m", "benchmarks.export_worker", str(folder)]
    output = subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout
    return [
        Figure(f"export jobs, {name}: memory above idle", most, "MiB", aim=Aim.at_most(300.0))
        for name, most in json.loads(output).items()
    ]


@contextmanager
def most_memory(idle: int | None = None) -> Iterator[list[int]]:
    """Measure the peak memory of this process inside the block, above its current memory or `idle`."""
    process, over = psutil.Process(), threading.Event()
    before = process.memory_info().rss if idle is None else idle
    most = [0]

    def watch() -> None:
        while not over.wait(0.02):
            most[0] = max(most[0], process.memory_info().rss - before)

    watching = threading.Thread(target=watch)
    watching.start()
    try:
        yield most
    finally:
        over.set()
        watching.join()


def _work(folder: Path) -> dict[str, float]:
    from api.apps import job_modules
    from api.jobs.registry import JOBS
    from api.jobs.worker import make_worker
    from runtime.settings import Settings

    job_modules.load()
    settings = Settings(var_dir=folder)
    make_worker(settings)
    now = datetime.now(UTC)
    kept = {
        "start": (now - timedelta(days=36_500)).isoformat(),
        "end": (now + timedelta(days=36_500)).isoformat(),
        "filters": [],
        "include_bots": True,
    }

    def export(file_format: str) -> None:
        context = Mock(settings=settings, org_id=ORG, job_id=file_format, now=lambda: now)
        wanted = {"table": "events", "kept": kept, "format": file_format, "stem": "events"}
        result = JOBS["exports.table"](context, wanted)
        if not result or not result["rows"]:
            raise AssertionError("an export of nothing says nothing")

    def do(*formats: str) -> None:
        doing = [threading.Thread(target=export, args=(one,)) for one in formats]
        for thread in doing:
            thread.start()
        for thread in doing:
            thread.join()

    idle = psutil.Process().memory_info().rss
    found = {}
    for name, formats in ROUNDS.items():
        with most_memory(idle) as most:
            if name == "two at once":
                do(*formats)
            else:
                for one in formats:
                    do(one)
        found[name] = most[0] / MIB
    return found


if __name__ == "__main__":
    json.dump(_work(Path(sys.argv[1])), sys.stdout)
