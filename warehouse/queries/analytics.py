"""Asks the warehouse one question and gives one answer."""

import threading
from datetime import UTC, datetime

import duckdb

from warehouse.lake import Lake
from warehouse.models.catalogue import define_macros, marts
from warehouse.queries.counts import SUMS, Counted, count
from warehouse.queries.language import Answer, BreakdownRow, Metrics, Point, Question, QuestionError
from warehouse.queries.people import People, count_people
from warehouse.queries.sources import Parameters, Tables, read_sql
from warehouse.reader import Snapshots, connect, of_organisation

MAX_POINTS = 2_000


class Analytics:
    """Answers questions for every organisation; safe to share between threads."""

    def __init__(self, lake: Lake, *, memory_limit: str = "768MB", threads: int = 2) -> None:
        self._lake = lake
        self._connection = connect(lake, memory_limit=memory_limit, threads=threads)
        self._snapshots = Snapshots()
        self._local = threading.local()
        self._lock = threading.Lock()

    def close(self) -> None:
        self._connection.close()

    def tables(self) -> Tables:
        """The newest look at the lake, at most a quarter of a second old.

        Marts are read before the events, so that no mart is ahead of the events it was built from.
        """
        found = {
            name: self._snapshots.of(self._lake.mart(name, model.schema, list(model.partition_by)))
            for name, model in marts().items()
        }
        return Tables(
            events=self._snapshots.of(self._lake.events),
            activity=found["activity_15m"],
            people=found["people_15m"],
            visitors=found["visitors"],
            activity_day=found["activity_day"],
        )

    def ask(self, question: Question) -> Answer:
        """The answer to `question`.

        Raises:
            QuestionError: the series would have too many points.
        """
        if len(question.edges) > MAX_POINTS:
            raise QuestionError(
                "granularity",
                f"This range has {len(question.edges)} points; at most {MAX_POINTS} are answered",
            )
        tables = self.tables()
        cursor = self._cursor()
        counted = count(cursor, question, tables, question.current, detailed=True)
        scans = counted.get(("total", ""), {}).get("scans", 0)
        people = count_people(
            cursor, question, tables, question.current, scans=scans, detailed=True
        )
        previous = None
        if question.previous:
            before = count(cursor, question, tables, question.previous, detailed=False)
            earlier = count_people(
                cursor,
                question,
                tables,
                question.previous,
                scans=before.get(("total", ""), {}).get("scans", 0),
                detailed=False,
            )
            previous = _metrics(before, earlier, "total", "")
        return Answer(
            totals=_metrics(counted, people, "total", ""),
            previous=previous,
            series=tuple(
                Point(edge, _metrics(counted, people, "series", str(place)))
                for place, edge in enumerate(question.edges)
            ),
            breakdowns={
                one: _breakdown(counted, people, one.value, question.breakdown_limit)
                for one in question.group_by
            },
            people_method=people.method,
            people_error=people.error,
            as_of=self.as_of(tables),
            tail_events=sum(
                held - tables.activity.positions.get(n, 0)
                for n, held in tables.events.positions.items()
                if held > tables.activity.positions.get(n, 0)
            ),
        )

    @staticmethod
    def as_of(tables: Tables) -> datetime | None:
        """When the newest event that the lake holds was received, from file statistics alone."""
        moments = [file.stats.get("max.received_at") for file in tables.events.files]
        known = [moment for moment in moments if moment is not None]
        return max(known).astimezone(UTC) if known else None

    def first_event_at(self, org_id: str) -> datetime | None:
        """When the organisation's first event happened, to 15 minutes; None before the first."""
        tables = self.tables()
        parameters = Parameters()
        org = parameters.bind(org_id)
        parts = []
        if files := of_organisation(tables.activity.files, org_id):
            parts.append(
                f"select min(bucket) as moment from {read_sql(files, parameters)} where org_id = {org}"
            )
        if tail := of_organisation(tables.events.beyond(tables.activity.positions), org_id):
            parts.append(
                f"select min(occurred_at) from {read_sql(tail, parameters)} where org_id = {org}"
            )
        if not parts:
            return None
        statement = f"select min(moment) from ({' union all '.join(parts)})"
        (first,) = self._cursor().execute(statement, parameters.values).fetchall()[0]
        return first.astimezone(UTC) if first else None

    def _cursor(self) -> duckdb.DuckDBPyConnection:
        cursor: duckdb.DuckDBPyConnection | None = getattr(self._local, "cursor", None)
        if cursor is None:
            with self._lock:
                cursor = self._connection.cursor()
            cursor.execute("set timezone = 'UTC'")
            define_macros(cursor)
            self._local.cursor = cursor
        return cursor


def _metrics(counted: Counted, people: People, part: str, key: str) -> Metrics:
    sums = counted.get((part, key)) or dict.fromkeys(SUMS, 0)
    distinct = people.by_part.get((part, key), 0)
    return Metrics(people=distinct, returning=max(distinct - sums["new"], 0), **sums)


def _breakdown(counted: Counted, people: People, part: str, limit: int) -> tuple[BreakdownRow, ...]:
    keys = [key for found, key in counted if found == part]
    rows = [BreakdownRow(key, _metrics(counted, people, part, key)) for key in keys]
    rows.sort(key=lambda row: (-row.metrics.scans, -row.metrics.views, row.key))
    return tuple(rows[:limit])
