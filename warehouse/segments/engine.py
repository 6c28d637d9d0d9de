"""Finds the customers who meet conditions about people's actions."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal
from zoneinfo import ZoneInfo

import duckdb

from warehouse.damage import renewed_if_unreadable
from warehouse.date_ranges import Range
from warehouse.lake import Lake
from warehouse.models.catalogue import marts
from warehouse.queries.sources import Parameters
from warehouse.reader import LakeConnection, Snapshots
from warehouse.reports.fresh_marts import FreshMarts
from warehouse.reports.mart_scans import BUCKET, MartScan
from warehouse.segments.browsers import Browsers, BrowsersForgotten, KnownBrowsers

if TYPE_CHECKING:
    import pyarrow as pa

MART = "person_acts"
MAX_CONDITIONS = 62
"""Maximum number of conditions, because a 64-bit number records which of them are met."""

_SQL = (Path(__file__).parent / "behaviour.sql").read_text()

COUNTED_WITH = {"redemption": ("undone_redemption", -1), "order": ("refund", 0)}
"""For a type of act, the type that changes its sum, and by how many acts. A refund changes only the amount."""

Measure = Literal["times", "days", "amount"]


@dataclass(frozen=True)
class Behaviour:
    """A condition: people performed acts of these types in the range at least this often or this much.

    `measure`: the number of times, the number of local days, or the sum of amounts in cents. `codes` and `pages`: where
    it happened, at any of them, or None for anywhere. The range begins and ends on a quarter of an hour.
    """

    types: tuple[str, ...]
    measure: Measure
    at_least: int
    span: Range
    codes: frozenset[str] | None = None
    pages: frozenset[str] | None = None

    @property
    def is_placed(self) -> bool:
        """Return whether it matters where the act happened."""
        return self.codes is not None or self.pages is not None


@dataclass(frozen=True)
class BehaviourQuestion:
    """Conditions of one organisation, numbered in their order.

    `required`: the numbers of conditions that all relevant customers meet. `browsers`: the owner of each browser, or
    changes of owners. Acts that name no customer belong to these owners. `merged_customers`: the customer into which
    another one was merged.
    """

    org_id: str
    zone: ZoneInfo
    behaviours: Sequence[Behaviour]
    required: frozenset[int] = frozenset()
    browsers: Browsers | None = None
    merged_customers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class ConditionMatches:
    """The conditions that customers meet: bit n of `met` is set if the customer meets condition n. Customers who meet
    none, or not all required conditions, are left out. The rows are ordered by customer ID, which is how the database
    merges them with the profiles.
    """

    customer_ids: list[str]
    met: list[int]


class CustomerBehaviour:
    """Answers questions of all organisations. Thread-safe."""

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
            lake, memory_limit=memory_limit, threads=threads, preserves_order=False
        )
        self._snapshots = Snapshots()
        self._browsers = KnownBrowsers()

    def close(self) -> None:
        """Close the DuckDB connection."""
        self._connection.close()

    def browsers_since(self, org_id: str) -> int | None:
        """Return the moment of the database from which a question needs changes of browsers, or None if it needs all
        browsers.
        """
        return self._browsers.since(org_id, self._connection.generation)

    def ask(self, question: BehaviourQuestion) -> ConditionMatches:
        """Return which customers meet which conditions now, including events that no build covers yet.

        Raises:
            BrowsersForgotten: the question contains only changes of browsers, and needs all.
            TooFarBehindError: the mart lacks more events than can be read individually.
            LakeUnreadableError: part of the lake cannot be read.
        """
        spans = [one.span for one in question.behaviours]
        hull = Range(min(one.start for one in spans), max(one.end for one in spans))
        model = marts()[MART]
        table = self._lake.mart(MART, model.schema, list(model.partition_by))
        # The mart is opened before the events, so that it is not ahead of the events from which it
        # was built.
        built = {MART: self._snapshots.of(table)}
        events = self._snapshots.of(self._lake.events)
        with self._guarded(), self._connection.own_database() as cursor:
            fresh = FreshMarts(cursor, question.org_id, hull, events, built, question.zone.key)
            scan = MartScan(MART, BUCKET)
            fresh.stage_tails([scan])
            _give(cursor, question)
            self._give_browsers(cursor, question)
            parameters = Parameters()
            rows = fresh.rows_sql(scan, parameters)
            answer = f"with {MART} as ({rows}), answer as ({_SQL})"
            found = _answers(cursor, question, answer, parameters.values).sort_by("customer_id")
            return ConditionMatches(found["customer_id"].to_pylist(), found["met"].to_pylist())

    def _give_browsers(
        self, cursor: duckdb.DuckDBPyConnection, question: BehaviourQuestion
    ) -> None:
        given = question.browsers
        if given is None:
            cursor.execute("create table browser (visitor bigint, customer_id varchar)")
            return
        table = self._browsers.table(cursor, question.org_id, self._connection.generation, given)
        cursor.execute(
            f"create view browser as select visitor, coalesce(kept_key, customer_id) as customer_id from {table}"
            " left join merged_customer on customer_key = customer_id"
            if question.merged_customers
            else f"create view browser as select visitor, customer_id from {table}"
        )

    @contextmanager
    def _guarded(self) -> Iterator[None]:
        with renewed_if_unreadable(self._lake, self._connection):
            try:
                yield
            except duckdb.CatalogException as error:  # another question made room meanwhile
                raise BrowsersForgotten from error


def _answers(
    cursor: duckdb.DuckDBPyConnection,
    question: BehaviourQuestion,
    answer: str,
    values: Mapping[str, Any],
) -> "pa.Table":
    """Return `customer_id` and `met` of the customers who meet all required conditions. If only some conditions are
    required, the others are evaluated only for those customers.
    """
    required, others = set(question.required), set(range(len(question.behaviours)))
    others -= required
    enough = f"met & {sum(1 << it for it in required)} = {sum(1 << it for it in required)}"
    if not (required and others):
        _ask_about(cursor, required | others, "true")
        found = cursor.execute(
            f"{answer} select customer_id, met from answer where {enough}", values
        )
        return found.to_arrow_table()
    _ask_about(cursor, required, "true")
    cursor.execute(
        f"create table candidate as {answer} select customer_id, met from answer where {enough}",
        values,
    )
    _ask_about(cursor, others, "who in (select customer_id from candidate)")
    found = cursor.execute(
        f"{answer} select customer_id, candidate.met | coalesce(answer.met, 0) as met"
        " from candidate left join answer using (customer_id)",
        values,
    )
    return found.to_arrow_table()


def _ask_about(cursor: duckdb.DuckDBPyConnection, numbers: Collection[int], among: str) -> None:
    """Let the statement evaluate these conditions, for customers to whom `among` applies."""
    several = ", ".join(map(str, sorted(numbers)))
    cursor.execute(
        "create or replace view condition_type as"
        f" select number, type, step from every_condition_type where number in ({several})"
    )
    cursor.execute(f"create or replace macro is_asked_about(who) as {among}")


def _give(cursor: duckdb.DuckDBPyConnection, question: BehaviourQuestion) -> None:
    """Create the tables that the statement reads besides the mart."""
    numbered = list(enumerate(question.behaviours))
    _table(
        cursor,
        "condition",
        "number integer, measure varchar, at_least bigint, range_start timestamptz, range_end timestamptz,"
        " is_placed boolean, zone varchar",
        [
            (
                number,
                it.measure,
                it.at_least,
                it.span.start,
                it.span.end,
                it.is_placed,
                question.zone.key,
            )
            for number, it in numbered
        ],
    )
    steps = [
        (number, type_, step) for number, it in numbered for type_, step in _steps(it.types).items()
    ]
    _table(cursor, "every_condition_type", "number integer, type varchar, step integer", steps)
    for name, column, values in (
        ("condition_code", "code_id", [sorted(it.codes or ()) for it in question.behaviours]),
        ("condition_page", "page_id", [sorted(it.pages or ()) for it in question.behaviours]),
    ):
        rows = [(number, value) for number, several in enumerate(values) for value in several]
        _table(cursor, name, f"number integer, {column} varchar", rows)
    cursor.execute(
        "create table merged_customer as select unnest($keys::varchar[]) as customer_key,"
        " unnest($kept::varchar[]) as kept_key",
        {
            "keys": list(question.merged_customers),
            "kept": list(question.merged_customers.values()),
        },
    )


def _steps(types: Sequence[str]) -> dict[str, int]:
    """Return the count of an act of each type."""
    return dict.fromkeys(types, 1) | dict(COUNTED_WITH[it] for it in types if it in COUNTED_WITH)


def _table(
    cursor: duckdb.DuckDBPyConnection, name: str, columns: str, rows: Sequence[tuple[Any, ...]]
) -> None:
    cursor.execute(f"create table {name} ({columns})")
    if rows:
        places = ", ".join("?" for _ in rows[0])
        cursor.executemany(f"insert into {name} values ({places})", rows)
