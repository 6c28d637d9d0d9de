"""The value of each layer between a query and the raw events: the same queries with and without it.

The lake has `LAYERS_DAYS` (180) days of `LAYERS_A_DAY` (4,000) events of 50 organisations, with the marts of the
dashboard alone, on disk and in a bucket of an S3 service on loopback (moto, each request delayed by `S3_DELAY_MS` (5)).
Each query is sent to all variants in turn, first in a process that has just opened the lake (*first*), then once more
(*warm*), so that other programs disturb all of them alike; only the ratios are meaningful.
"""

import gc
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import partial
from pathlib import Path
from unittest.mock import patch

import boto3
import pyarrow as pa

from benchmarks import dashboard_data as data
from benchmarks.dashboard import CASES, Case, question
from benchmarks.report import OUT, Figure, show
from benchmarks.warehouse_data import Cost
from runtime.embedded.process import free_port
from warehouse.builds.activity import build_activity
from warehouse.builds.compaction import compact_events, compact_marts
from warehouse.lake import Lake
from warehouse.models.catalogue import marts
from warehouse.queries.analytics import READ, Analytics
from warehouse.queries.result_cache import ResultCache
from warehouse.queries.roll_up_sums import AtSums
from warehouse.queries.roll_up_sums import Case as DayCase
from warehouse.serving.cache import refresh
from warehouse.serving.writer import write_copy

DAYS = int(os.environ.get("LAYERS_DAYS", "180"))
A_DAY = int(os.environ.get("LAYERS_A_DAY", "4000"))
DELAY_MS = float(os.environ.get("S3_DELAY_MS", "5"))
ORGANISATIONS = (1, 13)
LAST_DAY = date(2026, 11, 21)
NOW = datetime(2026, 11, 21, 23, 52, tzinfo=UTC)
EVERY = 60
TAIL = 1_000
BUCKET = "lake"
WAYS = ("first", "warm")


@dataclass(frozen=True)
class Variant:
    """The lake without a layer."""

    name: str
    lake: Lake
    compared_with: str = ""
    """The variant that has the layer."""
    without: Callable[[], AbstractContextManager[object]] = nullcontext
    """A context in which the layer is bypassed."""


def lake_on_disk() -> Lake:
    """Return the lake, built by the pipeline's own code unless an earlier run has done so."""
    home = OUT / f"layers-{DAYS}-{A_DAY}"
    lake = Lake(str(home))
    if (home / "ready").exists():
        return lake
    table = lake.events.ensure()
    written = {name: model for name, model in marts().items() if name in READ}
    waiting: list[pa.Table] = []
    tail = table.schema.empty_table()
    with patch("warehouse.builds.activity.marts", lambda: written):
        arriving = data.arrivals(
            A_DAY, LAST_DAY - timedelta(days=DAYS - 1), DAYS, people=DAYS * A_DAY, seconds=85_800
        )
        for number, arrived in enumerate(arriving, start=1):
            some = arrived
            if number == DAYS:
                some, tail = (
                    arrived.slice(0, len(arrived) - TAIL),
                    arrived.slice(len(arrived) - TAIL),
                )
            waiting.append(some)
            if number % EVERY == 0 or number == DAYS:
                rows = pa.concat_tables(waiting)
                table.append(rows, data.reached(rows))
                build_activity(lake, data.zones())
                waiting = []
    compact_events(lake)
    compact_marts(lake)
    write_copy(lake, datetime.now(UTC))
    table.append(tail, data.reached(tail))
    (home / "ready").touch()
    return lake


_SERVER = """
import sys, time
from moto.moto_server.werkzeug_app import DomainDispatcherApplication, create_backend_app
from werkzeug.serving import run_simple
app = DomainDispatcherApplication(create_backend_app)
def late(environ, start_response):
    time.sleep(float(sys.argv[2]) / 1000)
    return app(environ, start_response)
run_simple("127.0.0.1", int(sys.argv[1]), late, threaded=True)
"""


@contextmanager
def in_a_bucket(lake: Lake) -> Iterator[Lake]:
    """Yield the same lake in a bucket."""
    port = free_port()
    command = [sys.executable, "-c", _SERVER, str(port), str(DELAY_MS)]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        while not _accepts(port):
            time.sleep(0.1)
        url = f"http://127.0.0.1:{port}"
        client = boto3.client(
            "s3",
            endpoint_url=url,
            aws_access_key_id="bench",
            aws_secret_access_key="bench",
            region_name="us-east-1",
        )
        client.create_bucket(Bucket=BUCKET)
        for path in Path(lake.root).rglob("*"):
            if path.is_file():
                client.upload_file(str(path), BUCKET, f"lake/{path.relative_to(lake.root)}")
        options = {
            "AWS_REGION": "us-east-1",
            "AWS_ENDPOINT_URL": url,
            "AWS_ALLOW_HTTP": "true",
            "AWS_ACCESS_KEY_ID": "bench",
            "AWS_SECRET_ACCESS_KEY": "bench",
        }
        yield Lake(f"s3://{BUCKET}/lake", options)
    finally:
        server.terminate()
        server.wait(10)


def _accepts(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def ask(variant: Variant, case: Case, number: int) -> tuple[Cost, Cost]:
    """Return the cost of the first answer of a process, and of the same answer again."""
    with variant.without():
        analytics = Analytics(variant.lake)
        analytics.warm_up()
        asked = question(case, number, analytics, NOW)
        gc.collect()
        first = Cost.of(partial(analytics.ask, asked))
        warm = Cost.of(partial(analytics.ask, asked))
        analytics.close()
    return first, warm


def _values_by_day(cases: Sequence[DayCase], *_: object) -> AtSums:
    """A replacement for `cut_at_sums` that uses no sums."""
    found = AtSums()
    for spans, wanted in cases:
        if "" in wanted:
            found.totals.append((spans, {"": wanted[""]}))
        if values := {name: asked for name, asked in wanted.items() if name}:
            found.days.append((spans, values))
    return found


def variants_of(lake: Lake, away: Lake, cached: Lake) -> list[Variant]:
    """Return all variants, each with the one that it is compared with."""
    disk, bucket = "disk, every layer", "bucket, every layer"

    def without(name: str, target: str, other: object) -> Variant:
        return Variant(f"disk, no {name}", lake, disk, lambda: patch(target, other))

    return [
        Variant(disk, lake),
        without("serving copy", "warehouse.serving.reader.folder_of", lambda _: None),
        without("sums by month", "warehouse.queries.roll_up_rows.cut_at_sums", _values_by_day),
        without("daily roll-up", "warehouse.queries.analytics.is_near", lambda *_: False),
        without("memory", "warehouse.queries.analytics.ResultCache", lambda: ResultCache(0)),
        Variant(bucket, cached),
        Variant("bucket, no serving copy", away, bucket),
    ]


def main() -> list[Figure]:
    """Report the total cost of each variant, beside that of the variant that has the layer."""
    lake = lake_on_disk()
    found: dict[tuple[str, str], list[Cost]] = {}
    with in_a_bucket(lake) as away, tempfile.TemporaryDirectory() as folder:
        cached = Lake(away.root, away.storage_options, Path(folder))
        refresh(cached, most_bytes=10**12)
        variants = variants_of(lake, away, cached)
        for case in CASES:
            for number in ORGANISATIONS:
                for variant in variants:
                    for way, cost in zip(WAYS, ask(variant, case, number), strict=True):
                        found.setdefault((variant.name, way), []).append(cost)
                        print(
                            f"  {case.name}, {number}, {variant.name}, {way}:"
                            f" {1000 * cost.wall:.0f} ms, {1000 * cost.cpu:.0f} of the processor",
                            flush=True,
                        )
    return [
        Figure(
            f"{variant.name}, {way}, {what}",
            _all(found[variant.name, way], what),
            "ms",
            _all(found[variant.compared_with, way], what),
            variant.compared_with,
        )
        for variant in variants
        if variant.compared_with
        for way in WAYS
        for what in ("wall", "cpu")
    ]


def _all(costs: Sequence[Cost], what: str) -> float:
    return 1000 * sum(getattr(one, what) for one in costs)


if __name__ == "__main__":
    show(main())
