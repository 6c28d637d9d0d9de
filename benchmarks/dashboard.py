"""How long a dashboard query takes, compared with the same query over raw events.

`BENCH_EVENTS` (10,000,000) events of 50 organisations over 90 days; the n-th organisation has 1/n of the traffic of the
first, so the first has a good fifth of all. Marts are built and compacted by the pipeline's own code up to the last
`TAIL` events, which stay raw. Every query requests totals, those of the previous period, a series and seven breakdowns,
as the dashboard does. Ten organisations of all sizes run each query. The references compute the same numbers in one
statement over raw events: DuckDB on the same files, Postgres on a table with indexes.
"""

import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import duckdb
import psycopg

from benchmarks import dashboard_data as data
from benchmarks.dashboard_reference import Dialect, ask_raw, load_postgres
from benchmarks.report import OUT, Aim, Figure, percentile, show
from runtime.embedded.postgres import EmbeddedPostgres
from runtime.embedded.process import free_port
from warehouse.builds.activity import build_activity
from warehouse.builds.compaction import compact_marts
from warehouse.date_ranges import edges, granularity_for, previous, resolve, zone_of
from warehouse.lake import Lake
from warehouse.queries.analytics import Analytics
from warehouse.queries.language import Dimension, Filter, Question
from warehouse.reader import connect
from warehouse.serving.writer import write_copy

EVENTS = int(os.environ.get("BENCH_EVENTS", "10000000"))
TAIL = 2_000
ORGANISATIONS = (1, 2, 3, 5, 8, 13, 21, 30, 40, 50)
ROUNDS = int(os.environ.get("BENCH_ROUNDS", "3"))
CARDS = tuple(
    Dimension(name)
    for name in ("code", "country", "device", "system", "browser", "referrer", "language")
)


@dataclass(frozen=True)
class Case:
    """One view of the dashboard."""

    name: str
    interval: str
    filtered_by: Dimension | None = None


CASES = (
    Case("today", "1day"),
    Case("last 24 hours", "24hour"),
    Case("last 7 days", "7day"),
    Case("last 30 days", "30day"),
    Case("last 90 days", "90day"),
    Case("all time", "all"),
    Case("30 days of the busiest code", "30day", Dimension.CODE),
    Case("90 days of one country", "90day", Dimension.COUNTRY),
)


def question(
    case: Case,
    number: int,
    analytics: Analytics,
    now: datetime = data.NOW,
) -> Question:
    """Return the case as a query of the organisation with this number."""
    org_id = data.org_id(number)
    zone = zone_of(data.zones()[org_id])
    first = analytics.first_event_at(org_id) if case.interval == "all" else None
    span = resolve(case.interval, now, zone, first_event=first)
    granularity = granularity_for(span)
    values = {Dimension.CODE: f"{org_id}-code-0", Dimension.COUNTRY: "US"}
    filters = (Filter(case.filtered_by, (values[case.filtered_by],)),) if case.filtered_by else ()
    return Question(
        org_id=org_id,
        current=span,
        previous=previous(span, now, case.interval, zone),
        zone=zone,
        granularity=granularity,
        edges=tuple(edges(span, granularity, zone)),
        filters=filters,
        group_by=CARDS,
    )


def prepare(lake: Lake, events: int) -> None:
    """Land the events and build the marts, unless an earlier run has done so."""
    table = lake.events.ensure()
    tail = lake.events.schema.empty_table()
    for number, arrived in enumerate(data.days(events), start=1):
        waiting = min(TAIL, arrived.num_rows // 2) if number == data.DAYS else 0
        built = arrived.num_rows - waiting
        rows, tail = arrived.slice(0, built), arrived.slice(built)
        table.append(rows, data.reached(rows))
        if number % 10 == 0:
            build_activity(lake, data.zones())
            print(f"  built up to day {number}", flush=True)
    compact_marts(lake)
    write_copy(lake, datetime.now(UTC))
    table.append(tail, data.reached(tail))


def main() -> list[Figure]:
    """Measure every case: p95 in milliseconds over organisations and rounds."""
    lake = Lake(str(OUT / f"dashboard-{EVENTS}"))
    ready = Path(lake.root) / "ready"
    if not ready.exists():
        shutil.rmtree(lake.root, ignore_errors=True)
        prepare(lake, EVENTS)
        ready.touch()
    analytics = Analytics(lake)
    asked = {
        case: [question(case, number, analytics) for number in ORGANISATIONS] for case in CASES
    }
    ours = {case: timed(analytics.ask, questions, ROUNDS) for case, questions in asked.items()}
    with raw_duckdb(lake) as reader, raw_postgres(lake) as server:
        in_duckdb = {
            case: timed(lambda one: ask_raw(reader, Dialect.DUCKDB, one), questions, 1)
            for case, questions in asked.items()
        }
        in_postgres = {
            case: timed(lambda one: ask_raw(server, Dialect.POSTGRES, one), questions, 1)
            for case, questions in asked.items()
        }
    figures = []
    for case in CASES:
        p95 = percentile(ours[case], 0.95)
        for engine, times in (("raw DuckDB", in_duckdb), ("raw Postgres", in_postgres)):
            reference = percentile(times[case], 0.95)
            figures.append(
                Figure(f"{case.name}, p95", p95, "ms", reference, engine, Aim.at_most(150))
            )
    everything = [value for times in ours.values() for value in times]
    figures.append(
        Figure(
            f"every question on {EVENTS:,} events, p95",
            percentile(everything, 0.95),
            "ms",
            aim=Aim.at_most(150),
        )
    )
    analytics.close()
    return figures


def timed(ask: Callable[[Question], object], questions: list[Question], rounds: int) -> list[float]:
    """Return the milliseconds of each query in each round; the first round is a warm-up."""
    ask(questions[0])
    times = []
    for _ in range(rounds):
        for one in questions:
            begun = time.perf_counter()
            ask(one)
            times.append((time.perf_counter() - begun) * 1000)
    return times


@contextmanager
def raw_duckdb(lake: Lake) -> Iterator[duckdb.DuckDBPyConnection]:
    """Yield DuckDB with the raw events as a view `events`, with the same settings as the product's."""
    connection = connect(lake)
    quoted = ", ".join(f"'{file.uri}'" for file in lake.events.files())
    connection.execute(
        f"create view events as from read_parquet([{quoted}], hive_partitioning = false)"
    )
    yield connection
    connection.close()


@contextmanager
def raw_postgres(lake: Lake) -> Iterator[psycopg.Connection]:
    """Yield Postgres with the raw events in a table `events`, indexed for these queries."""
    folder = Path(tempfile.mkdtemp(prefix="waypost-dashboard-"))
    memory = {"shared_buffers": "512MB", "work_mem": "64MB", "effective_cache_size": "2GB"}
    server = EmbeddedPostgres(folder / "postgres", free_port(), "bench", memory)
    server.start()
    try:
        with psycopg.connect(server.url(), autocommit=True) as connection:
            load_postgres(connection, lake)
            yield connection
    finally:
        server.stop()
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    show(main())
