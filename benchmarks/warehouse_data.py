"""A lake that grows: days of arrival go in one after another by the pipeline's own code, and what each takes is kept.

A day is landed as one commit, then one incremental build brings every mart up to it, as the pipeline does with
what waits. Every `NIGHTS_APART` days, and before it is asked, maintenance joins and sorts the files; in life it
runs each night. Nothing is repeated or made by SQL: the lake of fifty million events took in fifty million.
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
"""Fifty million events later it is 21 November 2026."""
PEOPLE = 16_000_000
"""How many may come to one organisation."""
NIGHTS_APART = 30
MANY_FILES = 8
"""Days of fewer files are joined with their month, not summed one by one: here they have two or three."""
TAIL = 2_000
"""Events that have arrived and wait for the next build when the lake is asked."""
_DIARY = "days.jsonl"
LAST_SECOND = 23 * 3600 + 50 * 60


@dataclass(frozen=True)
class Cost:
    """Seconds on the clock and of the processor."""

    wall: float = 0.0
    cpu: float = 0.0

    def __add__(self, other: Self) -> Self:
        return replace(self, wall=self.wall + other.wall, cpu=self.cpu + other.cpu)

    @classmethod
    def of(cls, work: Callable[[], object]) -> Self:
        """What this work takes now."""
        wall, cpu = time.perf_counter(), time.process_time()
        work()
        return cls(time.perf_counter() - wall, time.process_time() - cpu)


@dataclass(frozen=True)
class Day:
    """What one day of arrival took; maintenance where the day ends with it."""

    events: int
    landed: Cost
    built: Cost
    maintained: Cost


def days_of(events: int) -> int:
    """The whole days that come nearest to so many events."""
    return max(1, round(events / EVENTS_A_DAY))


def now_after(days: int) -> datetime:
    """The moment that questions are asked after so many days, with no round time, as it is in life."""
    last = FIRST_DAY + timedelta(days=days - 1)
    return datetime(last.year, last.month, last.day, 23, 52, tzinfo=UTC)


def lake_of(events: int, folder: Path) -> Lake:
    """The lake of about `events` events, grown from the next smaller one in `folder` if it is not there.

    It is left as the morning after maintenance finds it. What was cut off goes on where it stood.
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
    """The lake of about `events` events whose marts were all counted at once, and what that took.

    It is ready for `lake_of`, which takes it as its own.
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
        # A rebuild counts what a mart covers: here everything, with no row yet.
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
    """Where the lake of so many days lies."""
    return folder / f"warehouse-{days}"


def _begin(home: Path, folder: Path) -> None:
    """Share the files of the greatest lake that is ready: none is ever written to twice."""
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
    """What each day that is in the lake took."""
    path = home / _DIARY
    return [_read(line) for line in path.read_text().splitlines()] if path.exists() else []


def grow(lake: Lake, home: Path, until: int) -> None:
    """Take in the days that are not in the lake yet."""
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
        # The newest wait for the build of the day after, as the tail of a lake that is asked.
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
    """What the night does: join and sort files, remove those of old versions."""
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
