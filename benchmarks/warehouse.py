"""`make bench-warehouse SIZE=50000000`: questions of the dashboard at growing sizes, and what they cost.

Organisations and cases are those of `benchmarks.dashboard`; the lake is that of `benchmarks.warehouse_data`,
111,111 events a day going back as far as the size asks for. Each question is asked three ways:

- cold: nothing is open or remembered, and the files are not in the system's cache;
- first: the process is up, but nobody has asked this before;
- warm: it was asked before, as when a page is opened again; what arrived today is read anew.

`SIZE` is the greatest size; a twenty-fifth and a fifth of it are measured before. The references answer the
same questions from raw events in the same run: DuckDB at every size, Postgres with indexes up to
`POSTGRES_EVENTS` (2,000,000), which it loads first. The picture is drawn into the output folder.
"""

import gc
import os
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks import warehouse_data
from benchmarks.dashboard import (
    CASES,
    ORGANISATIONS,
    Case,
    question,
    raw_duckdb,
    raw_postgres,
)
from benchmarks.dashboard_reference import Dialect, ask_raw
from benchmarks.growth_picture import Line, draw
from benchmarks.report import OUT, Aim, Figure, percentile, show
from warehouse.lake import Lake
from warehouse.queries.analytics import Analytics
from warehouse.queries.language import Question

SIZE = int(os.environ.get("SIZE", "50000000"))
POSTGRES_EVENTS = int(os.environ.get("POSTGRES_EVENTS", "2000000"))
FOLDER = Path(os.environ.get("BENCH_LAKES", str(OUT)))
REFERENCE_ORGANISATIONS = (1, 3, 13)
WARM, COLD = 200, 600


@dataclass(frozen=True)
class Cost:
    """Of one question: milliseconds on the clock and of the processor."""

    wall: float
    cpu: float


def asked_by(case: Case, number: int, analytics: Analytics) -> Question:
    """The case as the organisation with this number asks it of the growing lake."""
    return question(case, number, analytics, warehouse_data.NOW, warehouse_data.zones())


def forget_files(lake: Lake) -> None:
    """Ask the system to drop the lake's files from its cache."""
    for path in Path(lake.root).rglob("*"):
        if path.is_file():
            descriptor = os.open(path, os.O_RDONLY)
            os.posix_fadvise(descriptor, 0, 0, os.POSIX_FADV_DONTNEED)
            os.close(descriptor)


def cost_of(ask: Callable[[Question], object], one: Question) -> Cost:
    """What this question costs now."""
    wall, cpu = time.perf_counter(), time.process_time()
    ask(one)
    return Cost((time.perf_counter() - wall) * 1000, (time.process_time() - cpu) * 1000)


def measure(lake: Lake) -> dict[str, dict[Case, list[Cost]]]:
    """Costs of every question, by way and case."""
    found: dict[str, dict[Case, list[Cost]]] = {"cold": {}, "first": {}, "warm": {}}
    running = Analytics(lake)
    # As a web process does when it starts. Those asked cold are not warmed.
    running.warm_up()
    for case in CASES:
        asked = [asked_by(case, number, running) for number in ORGANISATIONS]
        for one in asked:
            gc.collect()
            forget_files(lake)
            fresh = Analytics(lake)
            found["cold"].setdefault(case, []).append(cost_of(fresh.ask, one))
            fresh.close()
        for one in asked:
            found["first"].setdefault(case, []).append(cost_of(running.ask, one))
        for one in asked:
            found["warm"].setdefault(case, []).append(cost_of(running.ask, one))
    running.close()
    return found


def measure_raw(lake: Lake, events: int) -> dict[str, dict[Case, list[Cost]]]:
    """Costs of the same questions of some organisations, asked of raw events."""
    asking = Analytics(lake)
    asked = {
        case: [asked_by(case, number, asking) for number in REFERENCE_ORGANISATIONS]
        for case in CASES
    }
    asking.close()
    found: dict[str, dict[Case, list[Cost]]] = {}
    with raw_duckdb(lake) as reader:
        found["raw DuckDB"] = {
            case: [
                cost_of(lambda one: ask_raw(reader, Dialect.DUCKDB, one), one) for one in several
            ]
            for case, several in asked.items()
        }
    if events <= POSTGRES_EVENTS:
        with raw_postgres(lake) as server:
            found["raw Postgres"] = {
                case: [
                    cost_of(lambda one: ask_raw(server, Dialect.POSTGRES, one), one)
                    for one in several
                ]
                for case, several in asked.items()
            }
    return found


def _all(costs: dict[Case, list[Cost]]) -> list[Cost]:
    return [one for several in costs.values() for one in several]


def _p95(costs: Sequence[Cost], what: str) -> float:
    return percentile((getattr(one, what) for one in costs), 0.95)


def main() -> list[Figure]:
    """Measure each size; print by case for the greatest, and draw how cost grows."""
    sizes = sorted({max(SIZE // 25, 2_000_000), max(SIZE // 5, 2_000_000), SIZE})
    figures: list[Figure] = []
    lines: dict[str, dict[str, list[tuple[int, float]]]] = {"wall": {}, "cpu": {}}
    for size in sizes:
        lake = warehouse_data.lake_of(size, FOLDER)
        events = sum(file.rows for file in lake.events.files())
        ours, raw = measure(lake), measure_raw(lake, size)
        for name, costs in (ours | raw).items():
            for what, known in lines.items():
                if what == "wall" or name != "raw Postgres":
                    known.setdefault(name, []).append((events, _p95(_all(costs), what)))
        duck = raw["raw DuckDB"]
        for way, bound in (("cold", COLD), ("first", None), ("warm", WARM)):
            for what in ("wall", "cpu"):
                aim = Aim.at_most(bound) if bound and what == "wall" else None
                for engine, costs in raw.items():
                    name = f"{events:,} events, {way}, {what}, p95"
                    value, reference = _p95(_all(ours[way]), what), _p95(_all(costs), what)
                    if what == "wall" or engine == "raw DuckDB":
                        figures.append(Figure(name, value, "ms", reference, engine, aim))
                if size == sizes[-1]:
                    figures += [
                        Figure(
                            f"  {case.name}, {way}, {what}, p95",
                            _p95(ours[way][case], what),
                            "ms",
                            _p95(duck[case], what),
                            "raw DuckDB",
                        )
                        for case in CASES
                    ]
    for what, known in lines.items():
        path = OUT / f"warehouse-growth-{what}.png"
        title = f"Dashboard questions: p95 in ms ({what}) by events in the lake"
        draw(title, [Line(name, tuple(points)) for name, points in known.items()], path)
        print(f"  drawn: {path.name}", flush=True)
    return figures


if __name__ == "__main__":
    show(main())
