"""The import of the app, and the time from the start of a web process to its first response.

Each alternates with its reference, and the median of `BENCH_ROUNDS` (5) counts. Since other programs take time away,
the CPU time is measured as well.
"""

import os
import statistics
import subprocess
import sys
import time
from typing import NamedTuple

import httpx2
import psutil

from benchmarks.report import Aim, Figure, show
from benchmarks.servers import database, launch
from runtime.embedded.process import free_port
from runtime.settings import Settings

ROUNDS = int(os.environ.get("BENCH_ROUNDS", "5"))
APPS = "benchmarks.startup_targets"
LIBRARIES = "fastapi, sqlalchemy.orm, psycopg, duckdb, deltalake, jwt, structlog, limits, jinja2, httpx2, PIL"
IMPORT = "import time; start = time.process_time(); import {}; print(time.process_time() - start)"


class Start(NamedTuple):
    """The seconds until the first response, by the wall clock and of CPU time."""

    seconds: float
    processor: float


def main() -> list[Figure]:
    """Start both in turn; the very first start fills the machine's caches and does not count."""
    app, libraries = [], []
    for _ in range(ROUNDS):
        app.append(_imported("api.apps.web"))
        libraries.append(_imported(LIBRARIES))
    figures = [
        Figure(
            "import of the app, CPU time",
            statistics.median(app),
            "s",
            statistics.median(libraries),
            "its largest libraries alone",
            Aim.at_most(2.5),
        )
    ]
    with database() as settings:
        _started("without_vendors", settings)
        without, sdks = [], []
        for _ in range(ROUNDS):
            without.append(_started("without_vendors", settings))
            sdks.append(_started("with_sdks", settings))
    for name, unit, at in (("first answer", "s", 0), ("processor time", "s of CPU", 1)):
        value, reference = (
            statistics.median(it[at] for it in starts) for starts in (without, sdks)
        )
        figures.append(
            Figure(
                f"start of a web process without vendors, {name}",
                value,
                unit,
                reference,
                "vendors' SDKs imported",
            )
        )
    return figures


def _imported(modules: str) -> float:
    """Return the CPU seconds of the import."""
    found = subprocess.run(
        [sys.executable, "-c", IMPORT.format(modules)], capture_output=True, text=True, check=True
    )
    return float(found.stdout)


def _started(app: str, settings: Settings) -> Start:
    port, began = free_port(), time.monotonic()
    running = launch(f"{APPS}:{app}", settings, port)
    try:
        httpx2.get(f"http://127.0.0.1:{port}/healthz", timeout=30).raise_for_status()
        seconds = time.monotonic() - began
        spent = psutil.Process(running.pid).cpu_times()
        return Start(seconds, spent.user + spent.system)
    finally:
        running.terminate()
        running.wait(20)


if __name__ == "__main__":
    show(main())
