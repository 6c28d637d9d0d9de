"""From the start of a web process to its first answer, without a vendor's keys and with the vendors' SDKs imported.

Both in turn, the median of `BENCH_ROUNDS` (5). Other programs take time away, so the processor time is told as well.
"""

import os
import statistics
import time
from typing import NamedTuple

import httpx2
import psutil

from benchmarks.report import Figure, show
from benchmarks.servers import database, launch
from runtime.embedded.process import free_port
from runtime.settings import Settings

ROUNDS = int(os.environ.get("BENCH_ROUNDS", "5"))
APPS = "benchmarks.startup_targets"


class Start(NamedTuple):
    """Seconds until the first answer, and of the processor until then."""

    seconds: float
    processor: float


def main() -> list[Figure]:
    """Start both in turn; the first start of all fills the caches of the machine and does not count."""
    with database() as settings:
        _started("without_vendors", settings)
        without, sdks = [], []
        for _ in range(ROUNDS):
            without.append(_started("without_vendors", settings))
            sdks.append(_started("with_sdks", settings))
    figures = []
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
