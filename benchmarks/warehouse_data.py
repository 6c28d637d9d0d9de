"""A growing lake: days of arrival are added one after another by the pipeline's own code, and the cost of each is
recorded.

A day is landed as one commit, then one incremental build updates every mart, as the pipeline does with pending events.
Every `NIGHTS_APART` days, and before queries are measured, maintenance joins and sorts the files; in production it runs
each night. Nothing is repeated or generated with SQL: the lake of fifty million events has ingested fifty million.
"""

import json
import os
import shutil
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Self

import pyarrow as pa

from benchmarks import dashboard_data as data
from warehouse.builds.activity import build_activity
from warehouse.builds.compaction import compact_events, compact_marts, vacuum_lake
from warehouse.builds.rebuild import Progress, rebuild_all
from warehouse.builds.tables import ensure_marts, mart_table
from warehouse.lake import Lake
from warehouse.models.catalogue import marts
from warehouse.schemas import EVENTS
from warehouse.serving.writer import write_copy

EVENTS_A_DAY = 10_000_000 // data.DAYS
FIRST_DAY = date(2025, 8, 29)
"""The date is chosen so that fifty million events end on 21 November 2026."""
PEOPLE = 16_000_000
"""The maximum number of visitors of one organisation."""
NIGHTS_APART = 30
MANY_FILES = 8
"""Days with fewer files are joined with their month instead of being summed separately: here they have two or three."""
TAIL = 2_000
"""Events that have arrived and wait for the next build when the lake is queried."""
_DIARY = "days.jsonl"
LAST_SECOND = 23 * 3600 + 50 * 60


@dataclass(frozen=True)
class Cost:
    """The seconds of wall-clock and of CPU time."""

    wall: float = 0.0
    cpu: float = 0.0

    def __add__(self, other: Self) -> Self:
        return replace(self, wall=self.wall + other.wall, cpu=self.cpu + other.cpu)

    @classmethod
    def of(cls, work: Callable[[], object]) -> Self:
        """Return the cost of running this work now."""
        wall, cpu = time.perf_counter(), time.process_time()
        work()
        return cls(time.perf_counter() - wall, time.process_time() - cpu)


@dataclass(frozen=True)
class Day:
    """The cost of one day of arrival, with maintenance if the day ends with it."""

    events: int
    landed: Cost
    built: Cost
    maintained: Cost


def days_of(events: int) -> int:
    """Return the number of whole days that is closest to so many events."""
    return max(1, round(events / EVENTS_A_DAY))


def now_after(days: int) -> datetime:
    """Return the time of the queries after so many days; it is not a round time, as in production."""
    last = FIRST_DAY + timedelta(days=days - 1)
    return datetime(last.year, last.month, last.day, 23, 52, tzinfo=UTC)


def lake_of(events: int, folder: Path) -> Lake:
    """Return the lake of about `events` events, grown from the next smaller one in `folder` if it does not exist.

    It is left in the state of the morning after maintenance. An interrupted run continues where it stopped.
    """
    days = days_of(events)
    home = home_of(days, folder)
    lake = Lake(str(home))
    if not (home / "ready").exists():
        if not home.exists():
            _begin(home, folder)
        grow(lake, home, days)
        maintain(lake)
        (home / "ready").touch()
    write_copy(lake, datetime.now(UTC), memory_limit="2GB")
    return lake


def rebuilt_lake_of(events: int, folder: Path) -> tuple[Lake, dict[str, Cost]]:
    """Return the lake of about `events` events whose marts were all rebuilt at once, and the cost of that.

    It is ready for `lake_of`, which reuses it.
    """
    days = days_of(events)
    home = home_of(days, folder)
    home.mkdir(parents=True)
    lake = Lake(str(home))
    table = lake.events.ensure()
    arriving = data.arrivals(EVENTS_A_DAY, FIRST_DAY, days, people=PEOPLE, seconds=LAST_SECOND)
    landed = Cost()
    known: list[Day] = []
    tail = EVENTS.empty_table()
    for arrived in arriving:
        whole = pa.concat_tables([tail, arrived])
        early, tail = whole.slice(0, len(whole) - TAIL), whole.slice(len(whole) - TAIL)
        cost = Cost.of(partial(table.append, early, data.reached(early)))
        known.append(Day(arrived.num_rows, cost, Cost(), Cost()))
        landed += cost
    joined = Cost.of(partial(compact_events, lake))
    ensure_marts(lake, marts())
    for name in marts():
        # A rebuild counts what a mart covers: here everything, although it has no row yet.
        mart = mart_table(lake, name)
        mart.append(mart.schema.empty_table(), table.positions())
    rebuilt = Cost.of(partial(rebuild_all, lake, data.zones(), tell=_tell))
    maintained = Cost.of(partial(maintain, lake))
    table.append(tail, data.reached(tail))
    _keep(known, home)
    (home / "ready").touch()
    return lake, {
        "landed": landed,
        "joined": joined,
        "rebuilt": rebuilt,
        "maintained": maintained,
    }


def _tell(progress: Progress) -> None:
    print(f"  {progress.what}: {progress.events:,} of {progress.of_events:,}", flush=True)


def home_of(days: int, folder: Path) -> Path:
    """Return the folder of the lake of so many days."""
    return folder / f"warehouse-{days}"


def _begin(home: Path, folder: Path) -> None:
    """Hard-link the files of the largest smaller lake that is ready, since no file is ever written twice."""
    known = [path for path in folder.glob("warehouse-*") if (path / "ready").exists()]
    smaller = [path for path in known if len(days_in(path)) < int(home.name.rpartition("-")[2])]
    if not smaller:
        home.mkdir(parents=True)
        return
    begun = home.with_suffix(".begun")
    shutil.rmtree(begun, ignore_errors=True)
    shutil.copytree(max(smaller, key=lambda path: len(days_in(path))), begun, copy_function=os.link)
    (begun / "ready").unlink()
    begun.rename(home)


def days_in(home: Path) -> list[Day]:
    """Return the cost of each day that is in the lake."""
    path = home / _DIARY
    return [_read(line) for line in path.read_text().splitlines()] if path.exists() else []


def grow(lake: Lake, home: Path, until: int) -> None:
    """Add the days that are not in the lake yet."""
    table = lake.events.ensure()
    known = days_in(home)
    arriving = data.arrivals(
        EVENTS_A_DAY,
        FIRST_DAY,
        until - len(known),
        people=PEOPLE,
        after=len(known),
        seconds=LAST_SECOND,
    )
    for number, arrived in enumerate(arriving, start=len(known) + 1):
        # The newest events wait for the build of the next day, as the tail of a lake that is
        # queried.
        early, late = arrived.slice(0, len(arrived) - TAIL), arrived.slice(len(arrived) - TAIL)
        held = table.positions()
        landed, built = Cost(), Cost()
        if not _is_in(held, data.reached(early)):
            landed += Cost.of(partial(table.append, early, data.reached(early)))
        if not _is_in(held, data.reached(late)):
            built += Cost.of(partial(build_activity, lake, data.zones()))
            landed += Cost.of(partial(table.append, late, data.reached(late)))
        is_night = number % NIGHTS_APART == 0
        night = Cost.of(partial(maintain, lake, at_least=MANY_FILES)) if is_night else Cost()
        known.append(Day(arrived.num_rows, landed, built, night))
        _keep(known, home)
        if number % 10 == 0:
            print(f"  {number} of {until} days, a build takes {built.wall:.1f} s", flush=True)


def _is_in(held: dict[int, int], wanted: dict[int, int]) -> bool:
    return all(held.get(partition, -1) >= pos for partition, pos in wanted.items())


def maintain(lake: Lake, *, at_least: int = 2) -> None:
    """Do the nightly work: join and sort files, and remove those of old versions."""
    compact_events(lake)
    compact_marts(lake, at_least=at_least)
    vacuum_lake(lake)


def _keep(days: Sequence[Day], home: Path) -> None:
    written = home / f"{_DIARY}.new"
    written.write_text("".join(json.dumps(_values(day)) + "\n" for day in days))
    written.replace(home / _DIARY)


def _values(day: Day) -> dict[str, object]:
    parts = {"landed": day.landed, "built": day.built, "maintained": day.maintained}
    return {"events": day.events} | {name: [cost.wall, cost.cpu] for name, cost in parts.items()}


def _read(line: str) -> Day:
    fields = json.loads(line)
    return Day(
        fields["events"], *(Cost(*fields[name]) for name in ("landed", "built", "maintained"))
    )
