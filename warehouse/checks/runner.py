"""Runs checks over one arrival day of the lake."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import Any

import pyarrow as pa

from warehouse.builds.session import BuildSession, files_of_day, overlapping
from warehouse.builds.slices import BEFORE_ALL, Bound
from warehouse.builds.tables import VISITORS, mart_table
from warehouse.checks.catalogue import Check
from warehouse.checks.expectations import broken_rules_statement, expectation_checks
from warehouse.data_files import DataFile
from warehouse.lake import Lake
from warehouse.models.catalogue import all_models, get_model, marts
from warehouse.retention import dropped_positions
from warehouse.retention_horizons import before_sql, read_horizons, rebuildable_sql
from warehouse.schemas import EVENTS, TIMESTAMP

EXAMPLES = 10
ALLOWED_LAG = timedelta(minutes=20)
"""How long an event may wait for the marts, which is four builds of five minutes each."""

_RUN = pa.schema(
    [
        ("day", pa.date32()),
        ("first_pos", pa.int64()),
        ("horizon", pa.int64()),
        ("now", TIMESTAMP),
        ("allowed_seconds", pa.int64()),
        ("outbox_rows", pa.int64()),
        ("anchor", pa.string()),
        ("anchored_rows", pa.int64()),
    ]
)
_POSITION = pa.schema([("table_name", pa.string()), ("partition", pa.int32()), ("pos", pa.int64())])
_FILE = pa.schema([("rows", pa.int64()), ("min_pos", pa.int64()), ("max_pos", pa.int64())])
_LOAD = pa.schema([("first_pos", pa.int64()), ("row_count", pa.int64())])
_LETTER = pa.schema([("pos", pa.int64())])
_HORIZON = pa.schema([("org_id", pa.string()), ("first_day", pa.date32())])
_ACCEPTED = pa.schema(
    [("model", pa.string()), ("column_name", pa.string()), ("value", pa.string())]
)


@dataclass(frozen=True)
class Published:
    """What the relay published according to its records, and the dead letters among it.

    `horizon`: a position up to which everything published must have landed, or None if it is not known, in which case
    counts are not checked. `outbox_rows`: rows left in the outbox up to the horizon. From the event `anchor` on none
    was dropped, and there are `anchored_rows`. `bulk_loads`: first position and row count of each load that bypassed
    the outbox.
    """

    first_pos: int = 1
    horizon: int | None = None
    dead_letters: frozenset[int] = frozenset()
    outbox_rows: int = 0
    anchor: str | None = None
    anchored_rows: int = 0
    bulk_loads: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True)
class Outcome:
    """The result of one check."""

    check: str
    problems: int
    examples: list[dict[str, Any]] = field(default_factory=list)

    @property
    def passed(self) -> bool:
        return self.problems == 0


class CheckSession(BuildSession):
    """The current lake, opened for checks of one arrival day. Each of its tables is opened once."""

    def __init__(self, lake: Lake, day: date, now: datetime, published: Published) -> None:
        super().__init__(lake, {})
        self.day = day
        self.anchor = published.anchor
        self._tables = {"events": lake.events} | {name: mart_table(lake, name) for name in marts()}
        self._handles = {
            name: table.handle() for name, table in self._tables.items() if table.exists()
        }
        self._files: dict[str, list[DataFile]] = {}
        self.positions = self._positions()
        self._staged: dict[int, int] | None = None
        self._shows_visitors = False
        self.files = self._files_of("events")
        seconds = int(ALLOWED_LAG.total_seconds())
        limits = (day, published.first_pos, published.horizon, now, seconds)
        outbox = (published.outbox_rows, published.anchor, published.anchored_rows)
        self.give("checks.run", _RUN, [limits + outbox])
        self.give("checks.bulk_load", _LOAD, published.bulk_loads)
        self.give("checks.dead_letter", _LETTER, ((pos,) for pos in sorted(published.dead_letters)))
        self._forgotten = read_horizons(lake)
        horizons = ((org, horizon.first_day) for org, horizon in self._forgotten.items())
        self.give("checks.horizon", _HORIZON, horizons)
        for uri in dropped_positions(lake):
            self.connection.execute(
                "insert into checks.dead_letter select pos from read_parquet($uri)", {"uri": uri}
            )
        self.give("checks.position", _POSITION, self._every_position())
        self.give("checks.accepted_by_model", _ACCEPTED, _accepted())
        self.give("checks.lake_file", _FILE, (_span(file) for file in self.files))
        straddling = [file for file in self.files if _straddles(file, published.horizon)]
        self.show("lake.straddling", EVENTS, straddling)

    def run(self, check: Check) -> Outcome:
        """Run this check and return its outcome."""
        self._show_for(check.table, check.name)
        return self._outcome(check.name, check.sql)

    def expect(self, mart: str) -> list[Outcome]:
        """Check the expectations in the mart's YAML, and return one outcome for each kind."""
        model = get_model(f"marts.{mart}")
        self._show_for(mart, "")
        broken = self.query(broken_rules_statement(model)).to_pylist()[0]
        return [
            self._outcome(name, sql) if broken.get(name, True) else Outcome(name, 0)
            for name, sql in expectation_checks(model)
        ]

    def _outcome(self, name: str, sql: str) -> Outcome:
        found = self.query(sql)
        return Outcome(name, found.num_rows, found.slice(0, EXAMPLES).to_pylist())

    def _show_for(self, table: str, check: str) -> None:
        if check == "outbox_counts":
            self.show("lake.events", EVENTS, self._anchored())
        elif table == "events":
            self._accept("staging.stg_event")
            self.show("lake.events", EVENTS, self._near())
        elif check == "freshness":
            self.show("lake.events", EVENTS, self._waiting())
        else:
            self._show_mart(table, check)

    def _show_mart(self, table: str, check: str) -> None:
        model = get_model(f"marts.{table}")
        self._accept(model.full_name)
        if self.positions[table] != self._staged:
            whole = {n: Bound(BEFORE_ALL, pos) for n, pos in self.positions[table].items()}
            self.stage(whole, [file for file in self.files if file.partition["day"] == self.day])
            self._staged = self.positions[table]
            for org, horizon in self._forgotten.items():
                old = before_sql("occurred_at", org, horizon)
                for name in ("core.fct_event", "staging.stg_act"):
                    self.connection.execute(f"delete from {name} where {old}")
        if not self._shows_visitors:
            self.show_visitors()
            self._shows_visitors = True
        if table != "visitors":
            files = self._files_of(table)
            if check == "activity_day_zones" or "day" not in model.schema.names:
                self.show(f"marts.{table}", model.schema, files)
            else:
                own = files_of_day(files, self.day)
                self.show(f"marts.{table}", model.schema, own, self.day)
                if self._forgotten:
                    kept = rebuildable_sql(model.schema, self._forgotten)
                    self.show_rows(
                        f"marts.{table}", self.query(f"from marts.{table} where true{kept}")
                    )

    def _accept(self, model: str) -> None:
        """Register a view of the values that the columns of this model may have."""
        self.connection.execute(
            "create or replace view checks.accepted as select column_name, value"
            f" from checks.accepted_by_model where model = '{model}'"
        )

    def visitor_files(self) -> list[DataFile]:
        return self._files_of(VISITORS)

    def _files_of(self, table: str) -> list[DataFile]:
        if table not in self._files:
            handle = self._handles.get(table)
            self._files[table] = self._tables[table].files(handle) if handle else []
        return self._files[table]

    def _anchored(self) -> list[DataFile]:
        """Return the files that may contain the anchor. There are few, because its ID begins with its time."""
        anchor = self.anchor
        return [
            file
            for file in self.files
            if anchor and file.stats["min.event_id"] <= anchor <= file.stats["max.event_id"]
        ]

    def _near(self) -> list[DataFile]:
        """Return the files of the day, of the day before, and those whose positions overlap with the day's."""
        own = [file for file in self.files if file.partition["day"] == self.day]
        before = self.day - timedelta(days=1)
        lows = [file.stats["min.pos"] for file in own]
        highs = [file.stats["max.pos"] for file in own]
        span = {0: Bound(min(lows, default=0) - 1, max(highs, default=-1))}
        among = {file.uri for file in overlapping(self.files, "pos", span)}
        return [
            file
            for file in self.files
            if file.uri in among or file.partition["day"] in (self.day, before)
        ]

    def _waiting(self) -> list[DataFile]:
        """Return the files that may contain an event that some mart lacks."""
        held = self.positions["events"]
        behind = [
            positions.get(n, BEFORE_ALL)
            for name, positions in self.positions.items()
            if name != "events"
            for n, pos in held.items()
            if positions.get(n, BEFORE_ALL) < pos
        ]
        if not behind:
            return []
        span = {0: Bound(min(behind), max(held.values()))}
        return overlapping(self.files, "pos", span)

    def _positions(self) -> dict[str, dict[int, int]]:
        return {
            name: table.positions(handle=self._handles[name]) if name in self._handles else {}
            for name, table in self._tables.items()
        }

    def _every_position(self) -> Iterable[tuple[str, int, int]]:
        partitions = sorted({n for positions in self.positions.values() for n in positions})
        for name, positions in self.positions.items():
            for n in partitions:
                yield name, n, positions.get(n, BEFORE_ALL)


def _accepted() -> Iterable[tuple[str, str, str]]:
    for name, model in all_models().items():
        for column, values in model.accepted.items():
            yield from ((name, column, value) for value in values)


def _span(file: DataFile) -> tuple[int, int, int]:
    return file.rows, file.stats["min.pos"], file.stats["max.pos"]


def _straddles(file: DataFile, horizon: int | None) -> bool:
    return horizon is not None and file.stats["min.pos"] <= horizon < file.stats["max.pos"]
