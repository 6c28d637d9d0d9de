"""Erases a person from the lake. Events remain, but without anything that identifies the person.

Rows are replaced at their positions, so counts and gaps do not change. Predicates contain positions and never
identifiers, because Delta's log stores them.
"""

import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property, partial
from typing import Any, TypeVar

import duckdb
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.dataset as ds
import stamina

from warehouse.anonymisation import stripped
from warehouse.builds.numbers import take_numbers
from warehouse.builds.rebuild import rebuild_day
from warehouse.builds.tables import NUMBERS, VISITORS, mart_table
from warehouse.datasets import dataset_of
from warehouse.lake import Lake, LakeConflictError, LakeTable
from warehouse.models.catalogue import define_macros, marts
from warehouse.retention_horizons import before_horizon, literal, read_horizons
from warehouse.serving.storage import drop_copies
from warehouse.text_files import mend_texts
from warehouse.visitor_names import visitor_number

Result = TypeVar("Result")
ROUNDS = 5
POSITIONS_AT_ONCE = 500


@dataclass(frozen=True)
class Person:
    """The identifiers of a person in the lake."""

    org_id: str
    customer_keys: frozenset[str] = frozenset()
    visitor_ids: frozenset[str] = frozenset()

    @cached_property
    def visitors(self) -> list[int]:
        """Return the visitor hashes in marts."""
        with duckdb.connect() as connection:
            define_macros(connection)
            found = connection.execute(
                "select visitor_hash(unnest($ids::varchar[]))", {"ids": sorted(self.visitor_ids)}
            ).fetchall()
        return sorted(int(one) for (one,) in found)


@dataclass
class Erased:
    """Result of an erasure. It contains only counts, so that it can be stored as a receipt."""

    events: int = 0
    days: list[date] = field(default_factory=list)
    visitors: int = 0
    marts_rebuilt: list[str] = field(default_factory=list)
    files_removed: Counter[str] = field(default_factory=Counter)

    def receipt(self) -> dict[str, Any]:
        """Return the result as JSON."""
        return {
            "events": self.events,
            "days": [day.isoformat() for day in self.days],
            "visitors": self.visitors,
            "files_removed": dict(self.files_removed),
        }


class StillThereError(Exception):
    """Rows of the person kept arriving. The erasure must be run again."""


def visitor_ids_of(lake: Lake, org_id: str, name: str) -> frozenset[str]:
    """Return the visitor IDs behind a visitor's short name."""
    if not lake.events.exists():
        return frozenset()
    own = ds.field("org_id") == org_id
    events = dataset_of(lake.events).scanner(["visitor_id"], filter=own)
    with duckdb.connect() as connection:
        define_macros(connection)
        connection.register("own_events", events.to_reader())
        found = connection.execute(
            "select distinct visitor_id from own_events where visitor_hash(visitor_id) = $number",
            {"number": visitor_number(name)},
        ).fetchall()
    return frozenset(visitor_id for (visitor_id,) in found)


def erase_person(
    lake: Lake, person: Person, zones: Mapping[str, str], *, grace_seconds: float = 5.0
) -> Erased:
    """Erase the person from all tables and files. Idempotent.

    `grace_seconds`: time for readers of older files to finish before these are removed.

    Raises:
        StillThereError: rows with the person's identifiers are left.
    """
    done = Erased()
    if not lake.events.exists():
        return done
    mend_texts(lake)
    for _ in range(ROUNDS):
        rows = _events_of(lake, person)
        days = {*_strip(lake, rows), *_days_of_marts(lake, person)}
        done.events += rows.num_rows
        done.days = sorted({*done.days, *days})
        if days or _is_in_marts(lake, person):
            done.visitors += _delete_visitors(lake, person)
            _drop_lost_rows(lake, person)
            for day in sorted(days):
                _retried(partial(rebuild_day, lake, zones, day))
        if grace_seconds:
            time.sleep(grace_seconds)
        if not _events_of(lake, person).num_rows and not _is_in_marts(lake, person):
            break
    else:
        raise StillThereError("rows of the person are still there")
    done.files_removed["serving"] += drop_copies(lake)
    for table in [lake.events, *(mart_table(lake, name) for name in marts())]:
        if table.exists():
            done.files_removed[table.name] += len(table.vacuum_old_versions())
    return done


def _events_of(lake: Lake, person: Person) -> pa.Table:
    names = {"visitor_id": person.visitor_ids, "customer_key": person.customer_keys}
    visitor, customer = (
        ds.field(column).isin(pa.array(sorted(several), pa.string()))
        for column, several in names.items()
    )
    events = dataset_of(lake.events)
    return events.to_table(filter=(ds.field("org_id") == person.org_id) & (visitor | customer))


def _strip(lake: Lake, rows: pa.Table) -> list[date]:
    """Replace these events with anonymous ones, and return their arrival days."""
    by_day: dict[date, list[dict[str, Any]]] = {}
    for row in rows.to_pylist():
        by_day.setdefault(row["day"], []).append(row)
    for day, several in sorted(by_day.items()):
        for part in _parts(several):
            new = pa.Table.from_pylist([stripped(row) for row in part], schema=lake.events.schema)
            predicate = f"day = {literal(day.isoformat())} and {_at(row['pos'] for row in part)}"
            _retried(partial(lake.events.replace, new, predicate))
    return sorted(by_day)


def _days_of_marts(lake: Lake, person: Person) -> set[date]:
    """Return the arrival days for which a mart still contains the person."""
    days: set[date] = set()
    for table, test in _marts_of_persons(lake, person):
        if "day" in table.schema.names:
            found = dataset_of(table).to_table(columns=["day"], filter=test)
            days |= set(pc.unique(found["day"]).to_pylist())
    return days


def _is_in_marts(lake: Lake, person: Person) -> bool:
    return any(
        dataset_of(table).count_rows(filter=test) for table, test in _marts_of_persons(lake, person)
    )


def _marts_of_persons(lake: Lake, person: Person) -> Iterable[tuple[LakeTable, ds.Expression]]:
    """Return the marts that may contain persons, each with the predicate for the rows of this person."""
    own = ds.field("org_id") == person.org_id
    for name in marts():
        table = mart_table(lake, name)
        if not table.exists():
            continue
        if "visitor" in table.schema.names and person.visitors:
            yield table, own & ds.field("visitor").isin(person.visitors)
        if "customer_key" in table.schema.names and person.customer_keys:
            yield table, own & ds.field("customer_key").isin(sorted(person.customer_keys))


def _delete_visitors(lake: Lake, person: Person) -> int:
    """Delete the person's rows of the visitors mart by the positions of their first scans, and delete their visitor
    numbers.
    """
    table = mart_table(lake, VISITORS)
    if not person.visitors or not table.exists():
        return 0
    numbers = pa.array(person.visitors, pa.int64())
    _retried(partial(take_numbers, lake, person.org_id, numbers))
    test = (ds.field("org_id") == person.org_id) & ds.field("visitor").isin(person.visitors)
    found = dataset_of(table).to_table(columns=["first_pos"], filter=test)
    own = f"org_id = {literal(person.org_id)}"
    for part in _parts(found.to_pylist()):
        table.delete(f"{own} and {_at((row['first_pos'] for row in part), 'first_pos')}")
    return int(found.num_rows)


def _drop_lost_rows(lake: Lake, person: Person) -> None:
    """Delete rows before the retention horizon, which a rebuild would not change."""
    horizons = {org: at for org, at in read_horizons(lake).items() if org == person.org_id}
    if not horizons:
        return
    for table, test in _marts_of_persons(lake, person):
        handle = table.handle()
        if table.name in (VISITORS, NUMBERS):
            continue
        rows = dataset_of(table, handle).to_table(filter=test)
        for day in pc.unique(before_horizon(rows, horizons)["day"]).to_pylist():
            predicate = f"org_id = {literal(person.org_id)} and day = {literal(day.isoformat())}"
            whole = (ds.field("org_id") == person.org_id) & (ds.field("day") == day)
            kept = dataset_of(table, handle).to_table(filter=whole & ~test)
            table.replace(kept.select(table.schema.names), predicate, handle=handle)
            handle = table.handle()


def _parts(rows: Sequence[dict[str, Any]]) -> Iterable[Sequence[dict[str, Any]]]:
    for start in range(0, len(rows), POSITIONS_AT_ONCE):
        yield rows[start : start + POSITIONS_AT_ONCE]


def _at(positions: Iterable[int], column: str = "pos") -> str:
    return f"{column} in ({', '.join(str(int(pos)) for pos in positions)})"


@stamina.retry(on=LakeConflictError, attempts=8, timeout=None, wait_initial=0.05, wait_max=2.0)
def _retried(work: Callable[[], Result]) -> Result:
    return work()
