"""`SIZE=50000000 python -m benchmarks warehouse_rebuild`: the cost of `waypost rebuild` with so many events.

The days of `benchmarks.warehouse_data` are landed, each as one commit and joined once, and then `rebuild_all` counts
every mart from them. The lake is left in `BENCH_LAKES`, where `benchmarks.warehouse` finds it like its own.
"""

import os
import resource
from pathlib import Path

from benchmarks import warehouse_data
from benchmarks.report import OUT, Figure, show

SIZE = int(os.environ.get("SIZE", "50000000"))
FOLDER = Path(os.environ.get("BENCH_LAKES", str(OUT)))


def main() -> list[Figure]:
    """Land, rebuild and maintain; steps that were done before are not repeated."""
    lake, costs = warehouse_data.rebuilt_lake_of(SIZE, FOLDER)
    events = sum(file.rows for file in lake.events.files())
    figures = []
    for name, cost in costs.items():
        figures.append(Figure(f"{events:,} events {name}", cost.wall / 60, "min"))
        figures.append(Figure("  processor time", cost.cpu / 60, "min"))
    figures.append(
        Figure(
            "memory at its highest",
            resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
            "MiB",
        )
    )
    return figures


if __name__ == "__main__":
    show(main())
