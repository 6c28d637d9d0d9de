"""`make bench-warehouse SIZE=50000000`: queries at growing sizes, their cost, and the cost of building the lake.

The lake is that of `benchmarks.warehouse_data`: 111,111 events of all families per day, 50 organisations, every mart
built by the pipeline's own code, day by day. The queries are the cards of the dashboard in all their ranges
(`benchmarks.dashboard`), its other parts, and every report (`benchmarks.warehouse_parts`), each in three ways:

- cold: nothing is open or cached, and the files are not in the system's cache;
- first: the process is up, but nobody has sent this query before;
- warm: the query was sent before, as when a page is opened again; what arrived today is read again.

`SIZE` is the largest size; a twenty-fifth and a fifth of it are measured before, as the lake grows. The references
answer the same queries from raw events in the same run: DuckDB at every size, Postgres with indexes up to
`POSTGRES_EVENTS` (2,000,000), which it loads first. Charts are drawn into the output folder.
"""

import gc
import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import duckdb

from benchmarks import warehouse_data
from benchmarks.dashboard import CASES, ORGANISATIONS, Case, question, raw_duckdb, raw_postgres
from benchmarks.dashboard_reference import Dialect, ask_raw
from benchmarks.growth_picture import Line, draw
from benchmarks.report import OUT, Aim, Figure, percentile, show
from benchmarks.warehouse_data import Cost, Day
from benchmarks.warehouse_parts import PARTS, REPORTS, Asker, Asking, Part
from warehouse.lake import Lake

SIZE = int(os.environ.get("SIZE", "50000000"))
POSTGRES_EVENTS = int(os.environ.get("POSTGRES_EVENTS", "2000000"))
FOLDER = Path(os.environ.get("BENCH_LAKES", str(OUT)))
FEW_ORGANISATIONS = (1, 3, 13)
"""The organisations that request reports, and that the references answer."""
WARM, COLD = 200, 600
WAYS = ("cold", "first", "warm")

Costs = dict[str, list[Cost]]
"""The costs of queries by name, one for each organisation."""


@dataclass(frozen=True)
class Group:
    """Queries that belong together, by name, and the organisations that send them."""

    name: str
    asked: Mapping[str, Callable[[Asking, int], object]]
    organisations: tuple[int, ...]


def _card(case: Case) -> Callable[[Asking, int], object]:
    return lambda asking, number: asking.analytics.ask(
        question(case, number, asking.analytics, asking.now)
    )


def _part(part: Part) -> Callable[[Asking, int], object]:
    return lambda asking, number: part.ask(asking, Asker.of(number, part.interval))


GROUPS = (
    Group("cards", {case.name: _card(case) for case in CASES}, ORGANISATIONS),
    Group("other parts", {part.name: _part(part) for part in PARTS}, ORGANISATIONS),
    Group("reports", {part.name: _part(part) for part in REPORTS}, FEW_ORGANISATIONS),
)


def forget_files(lake: Lake) -> None:
    """Make the system drop the lake's files from its cache."""
    for path in Path(lake.root).rglob("*"):
        if path.is_file():
            descriptor = os.open(path, os.O_RDONLY)
            os.posix_fadvise(descriptor, 0, 0, os.POSIX_FADV_DONTNEED)
            os.close(descriptor)


def measure(lake: Lake, group: Group, days: int) -> dict[str, Costs]:
    """Return the costs of every query of the group, by way and name."""
    found: dict[str, Costs] = {way: {} for way in WAYS}
    now = warehouse_data.now_after(days)
    running = Asking(lake, now)
    # As a web process does when it starts. Cold queries get no warm-up.
    running.analytics.warm_up()
    for name, ask in group.asked.items():
        for number in group.organisations:
            gc.collect()
            forget_files(lake)
            fresh = Asking(lake, now)
            found["cold"].setdefault(name, []).append(Cost.of(partial(ask, fresh, number)))
            fresh.close()
        for way in ("first", "warm"):
            for number in group.organisations:
                found[way].setdefault(name, []).append(Cost.of(partial(ask, running, number)))
    running.close()
    return found


def measure_raw_cards(lake: Lake, days: int) -> dict[str, Costs]:
    """Return the costs of the cards computed from raw events, by engine."""
    asking = Asking(lake, warehouse_data.now_after(days))
    asked = {
        case.name: [
            question(case, number, asking.analytics, asking.now) for number in FEW_ORGANISATIONS
        ]
        for case in CASES
    }
    asking.close()
    found: dict[str, Costs] = {}
    with raw_duckdb(lake) as reader:
        found["raw DuckDB"] = {
            name: [Cost.of(partial(ask_raw, reader, Dialect.DUCKDB, one)) for one in several]
            for name, several in asked.items()
        }
    if days * warehouse_data.EVENTS_A_DAY <= POSTGRES_EVENTS:
        with raw_postgres(lake) as server:
            found["raw Postgres"] = {
                name: [Cost.of(partial(ask_raw, server, Dialect.POSTGRES, one)) for one in several]
                for name, several in asked.items()
            }
    return found


def measure_raw_parts(lake: Lake, days: int) -> Costs:
    """Return the costs of the other parts computed from raw events in DuckDB, for those that are one plain
    statement.
    """
    asking = Asking(lake, warehouse_data.now_after(days))
    with raw_duckdb(lake) as reader:
        found = {
            part.name: [
                Cost.of(partial(_ask_plainly, reader, asking, part, number))
                for number in FEW_ORGANISATIONS
            ]
            for part in PARTS
            if part.raw
        }
    asking.close()
    return found


def _ask_plainly(
    reader: duckdb.DuckDBPyConnection, asking: Asking, part: Part, number: int
) -> object:
    asker = Asker.of(number, part.interval)
    span = asker.span(asking)
    known = {"org": asker.org_id, "start": span.start, "end": min(span.end, asking.now)}
    values = {name: value for name, value in known.items() if f"${name}" in part.raw}
    return reader.execute(part.raw, values).fetchall()


def _p95(costs: Iterable[Cost], what: str) -> float:
    return 1000 * percentile((getattr(one, what) for one in costs), 0.95)


def _all(costs: Costs) -> list[Cost]:
    return [one for several in costs.values() for one in several]


def _of_group(
    title: str, ours: dict[str, Costs], raw: dict[str, Costs], *, each: bool
) -> list[Figure]:
    """Return the p95 of a group in each way; with `each`, also of each query."""
    figures = []
    for way, bound in (("cold", COLD), ("first", None), ("warm", WARM)):
        for what in ("wall", "cpu"):
            aim = Aim.at_most(bound) if bound and what == "wall" else None
            value = _p95(_all(ours[way]), what)
            known: list[tuple[float | None, str]] = [
                (_p95(_all(costs), what), engine)
                for engine, costs in raw.items()
                # The CPU time of Postgres' own processes is not visible from here.
                if what == "wall" or engine == "raw DuckDB"
            ]
            name = f"{title}, {way}, {what}, p95"
            figures += [
                Figure(name, value, "ms", reference, engine, aim)
                for reference, engine in known or [(None, "")]
            ]
            if not each:
                continue
            plain = raw.get("raw DuckDB", {})
            figures += [
                Figure(
                    f"  {question}, {way}, {what}, p95",
                    _p95(costs, what),
                    "ms",
                    _p95(plain[question], what) if question in plain else None,
                    "raw DuckDB" if question in plain else "",
                )
                for question, costs in ours[way].items()
            ]
    return figures


def of_the_load(days: list[Day]) -> list[Figure]:
    """Return how fast events were landed, and whether the rate fell as the lake grew."""
    events = sum(day.events for day in days)
    tenth = max(len(days) // 10, 1)
    figures = []
    for name in ("landed", "built", "maintained"):
        whole = sum((getattr(day, name) for day in days), Cost())
        if not whole.wall:
            continue
        figures.append(Figure(f"{events:,} events {name}, whole", whole.wall / 60, "min"))
        figures.append(Figure(f"  processor time, {name}", whole.cpu / 60, "min"))
        if name == "maintained":
            continue
        paces = [
            sum(day.events for day in some) / sum(getattr(day, name).cpu for day in some)
            for some in (days[-tenth:], days[:tenth])
        ]
        figures.append(
            Figure(
                f"  {name} per second of a processor, the last tenth",
                paces[0],
                "events/s",
                paces[1],
                "the first tenth",
            )
        )
    return figures


def main() -> list[Figure]:
    """Measure each size, print the largest by query, and draw how cost grows."""
    sizes = sorted({max(SIZE // 25, 2_000_000), max(SIZE // 5, 2_000_000), SIZE})
    figures: list[Figure] = []
    lines: dict[str, dict[str, list[tuple[int, float]]]] = {"wall": {}, "cpu": {}}
    for size in sizes:
        lake, days = warehouse_data.lake_of(size, FOLDER), warehouse_data.days_of(size)
        events = sum(file.rows for file in lake.events.files())
        raw = {"cards": measure_raw_cards(lake, days)}
        raw["other parts"] = {"raw DuckDB": measure_raw_parts(lake, days)}
        for group in GROUPS:
            ours = measure(lake, group, days)
            for what, known in lines.items():
                for way in WAYS:
                    point = (events, _p95(_all(ours[way]), what))
                    known.setdefault(f"{group.name}, {way}", []).append(point)
                for engine, costs in raw.get(group.name, {}).items():
                    if what == "wall" or engine == "raw DuckDB":
                        point = (events, _p95(_all(costs), what))
                        known.setdefault(f"{group.name}, {engine}", []).append(point)
            title = f"{events:,} events, {group.name}"
            figures += _of_group(title, ours, raw.get(group.name, {}), each=size == sizes[-1])
    figures += of_the_load(warehouse_data.days_in(Path(lake.root)))
    for what, known in lines.items():
        path = OUT / f"warehouse-growth-{what}.png"
        title = f"p95 in ms ({what}) by events in the lake"
        draw(title, [Line(name, tuple(points)) for name, points in known.items()], path)
        print(f"  drawn: {path.name}", flush=True)
    return figures


if __name__ == "__main__":
    show(main())
