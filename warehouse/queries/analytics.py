"""Answers analytics queries over marts and tail."""

import threading
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, TypeVar

import duckdb

from warehouse.builds.tables import mart_table
from warehouse.damage import unreadable
from warehouse.data_files import DataFile
from warehouse.date_ranges import Range
from warehouse.exports.file_copy import FileFormat, Watch
from warehouse.lake import Lake
from warehouse.models.catalogue import define_macros
from warehouse.queries.budget import refuse_too_much
from warehouse.queries.counts import count_buckets, count_days
from warehouse.queries.days import OtherZoneError, RollUp
from warehouse.queries.history import around_changes
from warehouse.queries.language import (
    Answer,
    BreakdownRow,
    Metrics,
    Point,
    Question,
    QuestionError,
)
from warehouse.queries.latest_events import LatestEvents
from warehouse.queries.metric_sums import BEFORE, SUMS, Counted, merge
from warehouse.queries.people import count_people, top_keys
from warehouse.queries.raw_events import CodeVersion, RawEvents, copy_events, count_events
from warehouse.queries.result_cache import ResultCache
from warehouse.queries.sources import Parameters, Parts, Tables, cut, read_sql, whole_days
from warehouse.queries.tail import stage
from warehouse.queries.visitors import People
from warehouse.reader import LakeConnection, Snapshot, Snapshots, of_organisation
from warehouse.serving.reader import Copies

MAX_POINTS = 2_000
FAR_BEHIND = 200_000
"""The daily roll-up is not used if it lags behind the other marts by more events than this."""
Read = TypeVar("Read")
Opened = tuple[duckdb.DuckDBPyConnection, duckdb.DuckDBPyConnection]
"""A connection and the cursor of one thread."""
READ = ("visitors", "activity_15m", "people_15m", "activity_day", "visitor_numbers")
"""The marts from which answers are made."""


class Analytics:
    """Answers queries of all organisations. Thread-safe."""

    def __init__(
        self,
        lake: Lake,
        connection: LakeConnection | None = None,
        *,
        memory_limit: str = "384MB",
        threads: int = 2,
    ) -> None:
        """`connection`: a shared one. Without it, a new one is opened with `memory_limit`."""
        self._lake = lake
        self._connection = connection or LakeConnection(
            lake, memory_limit=memory_limit, threads=threads
        )
        self._snapshots = Snapshots()
        self._copies = Copies(lake, self._connection.get)
        self._result_cache = ResultCache()
        self._latest = LatestEvents()
        self._local = threading.local()
        self._lock = threading.Lock()
        self._first_built: dict[str, tuple[int, datetime | None]] = {}

    @property
    def result_cache(self) -> ResultCache:
        """Return the cache of rows from finished files, for other kinds of questions."""
        return self._result_cache

    @property
    def is_open(self) -> bool:
        """Return whether the DuckDB connection is open."""
        return self._connection.is_open

    def open(self) -> None:
        """Open the DuckDB connection before the first query."""
        self._connection.get()

    def close(self) -> None:
        self._connection.close()

    def warm_up(self) -> None:
        """Open the tables and the serving copy, so that the first query does not wait for them."""
        # DuckDB imports pandas when the first value is bound, which takes a second.
        self._cursor().execute("select $ready", {"ready": True})
        self.tables()

    def tables(self) -> Tables:
        """Return the current snapshots of all tables, at most a quarter of a second old.

        Marts are read before the events, so that no mart is ahead of the events from which it was built.
        """
        tables = {name: mart_table(self._lake, name) for name in READ}
        found = {name: self._snapshots.of(table) for name, table in tables.items()}
        # Bitmaps contain visitor numbers, so the numbers must not be older than the bitmaps.
        if not found["visitor_numbers"].reaches(found["activity_day"].positions):
            found["visitor_numbers"] = self._snapshots.of(tables["visitor_numbers"], refresh=True)
        return Tables(
            events=self._snapshots.of(self._lake.events),
            activity=found["activity_15m"],
            people=found["people_15m"],
            visitors=found["visitors"],
            activity_day=found["activity_day"],
            numbers=found["visitor_numbers"],
            copy=self._copies.newest(),
        )

    def ask(self, question: Question) -> Answer:
        """Answer the question.

        Raises:
            QuestionError: the series has too many points, or there are too many rows to read.
        """
        if len(question.edges) > MAX_POINTS:
            raise QuestionError(
                "granularity",
                f"This range has {len(question.edges)} points; at most {MAX_POINTS} are answered",
            )
        before = question.previous
        if before and before.end > question.current.start:
            return self._ask_apart(question, before)
        return self._guarded(lambda: self._answer(question))

    def _answer(self, question: Question) -> Answer:
        tables = self.tables()
        cursor = self._cursor()
        roll_up = RollUp(cursor, self._result_cache, question, tables)
        try:
            by_days = is_near(tables.activity_day, tables.activity)
            counted, parts, staged = self._count(question, tables, roll_up, by_days=by_days)
        except OtherZoneError:
            counted, parts, staged = self._count(question, tables, roll_up, by_days=False)
        people = (
            count_people(cursor, question, tables, parts, counted, staged, roll_up)
            if question.needs_people
            else People()
        )
        wanted = question.metrics
        return Answer(
            totals=metrics_of(counted, people, ("total", ""), wanted),
            previous=metrics_of(counted, people, (BEFORE, ""), wanted)
            if question.previous
            else None,
            series=tuple(
                Point(edge, metrics_of(counted, people, ("series", str(place)), wanted))
                for place, edge in enumerate(question.edges)
            ),
            breakdowns={
                one: tuple(
                    BreakdownRow(key, metrics_of(counted, people, (one.value, key), wanted))
                    for key in top_keys(counted, one.value, question.breakdown_limit)
                )
                for one in question.group_by
            },
            as_of=self.as_of(cursor, question.org_id, tables),
            tail_events=tail_events(tables),
        )

    def _ask_apart(self, question: Question, before: Range) -> Answer:
        """Return the answer if the comparison range overlaps the requested one, which takes two separate queries."""
        earlier = replace(
            question, current=before, previous=None, group_by=(), edges=(before.start,)
        )
        return replace(
            self.ask(replace(question, previous=None)), previous=self.ask(earlier).totals
        )

    def _count(
        self, question: Question, tables: Tables, roll_up: RollUp, *, by_days: bool
    ) -> tuple[Counted, Parts, int]:
        cursor = roll_up.cursor
        parts = around_changes(question, _cut(question, by_days=by_days))
        refuse_too_much(question, tables, parts, roll_up)
        dimensions = {*question.group_by, *(one.dimension for one in question.filters)}
        staged = stage(cursor, question, tables, parts, sorted(dimensions))
        counted = count_days(roll_up, question, parts) if by_days else {}
        merge(counted, count_buckets(cursor, self._result_cache, question, tables, parts, staged))
        return counted, parts, staged

    def as_of(
        self, cursor: duckdb.DuckDBPyConnection, org_id: str, tables: Tables
    ) -> datetime | None:
        """Return when the organisation's newest event was received."""
        return self._latest.of(cursor, org_id, tables.events, tables.activity)

    def read(self, work: Callable[[duckdb.DuckDBPyConnection, Tables], Read]) -> Read:
        """Run `work` with one consistent set of snapshots."""
        return self._guarded(lambda: work(self._cursor(), self.tables()))

    def _guarded(self, work: Callable[[], Read]) -> Read:
        """Run `work`, and renew the connection if it read a damaged file.

        Raises:
            LakeUnreadableError: part of the lake cannot be read.
        """
        generation = self._connection.generation
        try:
            return work()
        except duckdb.Error as error:
            if self._connection.generation != generation:  # another thread has renewed it already
                return work()
            reason = unreadable(self._lake, error)
            if reason is None:
                raise
            self._connection.renew()
            if self._copies.start_again(error):
                return self._guarded(work)
            raise reason from error

    def count_events(self, wanted: RawEvents, enough: int | None = None) -> int:
        """Return the number of selected raw events, or an upper bound if that is not above `enough`."""
        return self._guarded(lambda: count_events(self._cursor(), wanted, self.tables(), enough))

    def copy_events(
        self,
        wanted: RawEvents,
        path: str,
        file_format: FileFormat = "csv",
        watch: Watch | None = None,
        codes: Sequence[CodeVersion] = (),
    ) -> int:
        """Write raw events with the columns of their codes to a new file, and return their number."""
        return self._guarded(
            lambda: copy_events(
                self._cursor(), wanted, self.tables(), path, file_format, watch, codes
            )
        )

    def first_event_at(self, org_id: str) -> datetime | None:
        """Return when the organisation's first event happened, to 15 minutes, or None if there is none."""
        return self._guarded(lambda: self._first_event_at(org_id))

    def _first_event_at(self, org_id: str) -> datetime | None:
        tables = self.tables()
        version, first = self._first_built.get(org_id, (-1, None))
        if version != tables.activity.version:
            first = self._earliest(org_id, "bucket", tables.activity.files)
            self._first_built[org_id] = (tables.activity.version, first)
        tail = tables.events.beyond(tables.activity.positions)
        known = [first, self._earliest(org_id, "occurred_at", tail)]
        return min((moment for moment in known if moment), default=None)

    def _earliest(self, org_id: str, column: str, files: Iterable[DataFile]) -> datetime | None:
        """Return the minimum of the column. Files that begin after an already known value are skipped."""
        first: datetime | None = None
        for some in _earliest_first(of_organisation(files, org_id), column):
            known = [file.stats.get(f"min.{column}") for file in some]
            if first and all(begins is not None and begins >= first for begins in known):
                break
            parameters = Parameters({"org_id": org_id})
            statement = (
                f"select min({column}) from {read_sql(some, parameters)} where org_id = $org_id"
            )
            ((found,),) = self._cursor().execute(statement, parameters.values).fetchall()
            if found:
                first = min(first or found, found)
        return first.astimezone(UTC) if first else None

    def _cursor(self) -> duckdb.DuckDBPyConnection:
        connection = self._connection.get()
        known: Opened | None = getattr(self._local, "opened", None)
        if known is None or known[0] is not connection:
            with self._lock:
                cursor = connection.cursor()
            cursor.execute("set timezone = 'UTC'")
            define_macros(cursor)
            known = self._local.opened = (connection, cursor)
        return known[1]


def _cut(question: Question, *, by_days: bool) -> Parts:
    """Return both ranges split into parts. With filters, the daily roll-up is not used."""
    may = by_days and not question.filters and not question.validity_periods
    parts = cut(question.current, whole_days(question, question.current) if may else None)
    if question.previous:
        days = whole_days(question, question.previous) if may else None
        before = cut(question.previous, days)
        parts += replace(before, buckets=(), quarters=before.buckets) if may else before
    return parts


def metrics_of(
    counted: Counted,
    people: People,
    place: tuple[str, str],
    wanted: Collection[str] | None = None,
) -> Metrics:
    """Return the metrics of one place: the totals, a point of the series, or a value of a breakdown. Metrics that were
    not requested are 0.
    """
    sums = counted.get(place) or dict.fromkeys(SUMS, 0)
    distinct = people.by_place.get(place, 0)
    found = Metrics(people=distinct, returning=max(distinct - sums["new"], 0), **sums)
    if wanted is None:
        return found
    return Metrics(**{name: getattr(found, name) for name in wanted})


def _earliest_first(files: Iterable[DataFile], column: str) -> Iterator[list[DataFile]]:
    """Yield the files ordered by the minimum of the column, in groups of doubling size. Usually the first group
    suffices.
    """

    def begins(file: DataFile) -> tuple[bool, Any]:
        known = file.stats.get(f"min.{column}")
        return known is not None, known if known is not None else 0

    waiting, many = sorted(files, key=begins), 1
    while waiting:
        yield waiting[:many]
        waiting, many = waiting[many:], 2 * many


def is_near(roll_up: Snapshot, activity: Snapshot) -> bool:
    """Return whether the roll-up covers about the same events as the other marts. False while it is being refilled."""
    return max(activity.positions.values(), default=-1) - FAR_BEHIND <= max(
        roll_up.positions.values(), default=-1
    )


def tail_events(tables: Tables) -> int:
    """Return an upper bound of the events in the tail, using that positions are dense over all partitions."""
    built, held = tables.activity.positions, tables.events.positions
    if all(held[number] <= built.get(number, -1) for number in held):
        return 0
    return max(held.values()) - max(built.values(), default=-1)
