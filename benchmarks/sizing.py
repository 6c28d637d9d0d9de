"""What an installation needs for a number of events per day, computed from the results of other benchmarks on this
machine.

Requires the figures that `python -m benchmarks redirect pipeline warehouse_load` saved in `benchmarks/out`. The busiest
second of a day is assumed to have `PEAK` times the mean, and a process counts as busy at `BUSY` of its measured rate.
Each event is assumed to be a scan, which is the most expensive one to ingest. Processes have two cores like these;
nothing here was run at these loads.
"""

import math
from dataclasses import dataclass

from rich.console import Console
from rich.table import Table

from benchmarks.report import OUT, Figure, load, show

LOADS = (100_000, 1_000_000, 10_000_000, 100_000_000)
PEAK, BUSY = 10, 0.5
OUTBOX_DAYS, KAFKA_DAYS, KAFKA_REPLICAS = 3, 7, 3
DAY, YEAR = 86_400, 365


@dataclass(frozen=True)
class Measured:
    """Events per second of one process, and bytes of one event in each storage."""

    web: float
    road: float
    built: float
    rebuilt: float
    message: float
    outbox: float
    events: float
    marts: float


def measured() -> Measured:
    """Return the figures of the last runs.

    Raises:
        SystemExit: a benchmark has not run here.
    """
    missing = [
        name
        for name in ("redirect", "pipeline", "warehouse_load")
        if not (OUT / f"{name}.json").exists()
    ]
    if missing:
        raise SystemExit(f"first: python -m benchmarks {' '.join(missing)}")
    web = load(OUT / "redirect.json")
    road, message, outbox = load(OUT / "pipeline.json")
    warehouse = load(OUT / "warehouse_load.json")
    events, marts, _ = (one.value for one in warehouse if one.unit == "bytes")
    rates = [one.value for one in warehouse if one.name[0].isdigit()]
    return Measured(
        web[0].value, road.value, *rates[1:], message.value, outbox.value, events, marts
    )


def needs(daily: int, found: Measured) -> list[Figure]:
    """Return what this many events per day require."""
    peak = PEAK * daily / DAY
    giga = daily / 1e9
    return [
        Figure("events a second at the peak", peak, "events/s"),
        Figure("web processes, a core each", math.ceil(peak / found.web / BUSY), ""),
        Figure("relay, of what one can do", 100 * peak / found.road, "%"),
        Figure("landers", math.ceil(peak / found.road / BUSY), ""),
        Figure("outbox", giga * OUTBOX_DAYS * found.outbox, "GB"),
        Figure("Kafka", giga * KAFKA_DAYS * KAFKA_REPLICAS * found.message, "GB"),
        Figure("lake, a year", giga * YEAR * (found.events + found.marts), "GB"),
        Figure("building, of a day of two cores", 100 * daily / found.built / DAY, "%"),
        Figure("rebuilding a year", daily * YEAR / found.rebuilt / 3600, "h"),
    ]


def main() -> list[Figure]:
    """Compute, and print side by side."""
    found = measured()
    columns = {daily: needs(daily, found) for daily in LOADS}
    table = Table(title="Events a day", title_justify="left")
    table.add_column("what")
    for daily in LOADS:
        table.add_column(f"{daily:,}", justify="right")
    for row in zip(*columns.values(), strict=True):
        table.add_row(row[0].name, *(f"{one.value:,.3g} {one.unit}" for one in row))
    Console(width=140).print(table)
    return [
        Figure(f"{daily:,} a day: {one.name}", one.value, one.unit)
        for daily, several in columns.items()
        for one in several
    ]


if __name__ == "__main__":
    show(main())
