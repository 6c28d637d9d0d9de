"""Computes reports from the warehouse."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, Any

import duckdb

from warehouse.damage import renewed_if_unreadable
from warehouse.lake import Lake
from warehouse.models.catalogue import marts
from warehouse.queries.latest_events import LatestEvents
from warehouse.queries.sources import Parameters
from warehouse.reader import LakeConnection, Snapshot, Snapshots
from warehouse.reports.catalogue import Report, get_report
from warehouse.reports.fresh_marts import FreshMarts
from warehouse.reports.mart_scans import VISITORS, mart_scans, refuse_too_much
from warehouse.reports.question import (
    ReportAnswer,
    ReportQuestion,
    compared_columns,
    customer_column,
    order_sql,
    visitor_column,
)

if TYPE_CHECKING:
    import pyarrow as pa

_STREAMED_ROWS = 10_000


class Reports:
    """Answers report questions of all organisations. Thread-safe."""

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
        self._latest = LatestEvents()

    @property
    def is_open(self) -> bool:
        """Return whether the DuckDB connection is open."""
        return self._connection.is_open

    def open(self) -> None:
        """Open the DuckDB connection before the first question."""
        self._connection.get()

    def close(self) -> None:
        self._connection.close()

    def ask(self, question: ReportQuestion) -> ReportAnswer:
        """Return one page of the report.

        Raises:
            QuestionError: more rows would have to be read than allowed.
            TooFarBehindError: the marts lack more events than can be read individually.
        """
        with (
            renewed_if_unreadable(self._lake, self._connection),
            self._computed(question) as (cursor, as_of, tail_events),
        ):
            ((total,),) = cursor.execute("select count(*) from answer").fetchall()
            page = cursor.execute(
                f"select {_columns(question)} from answer"
                f" order by {order_sql(question.report, question.sort or question.report.sort)}"
                " limit $limit offset $offset",
                {"limit": question.limit, "offset": question.offset},
            ).to_arrow_table()
            rows: list[dict[str, Any]] = page.to_pylist()
            return ReportAnswer(question.columns, rows, int(total), as_of, tail_events)

    @contextmanager
    def stream(self, question: ReportQuestion) -> "Iterator[pa.RecordBatchReader]":
        """Yield a reader of all rows of the report in its order, as a stream.

        Raises:
            QuestionError: more rows would have to be read than allowed.
            TooFarBehindError: the marts lack more events than can be read individually.
        """
        with (
            renewed_if_unreadable(self._lake, self._connection),
            self._computed(question) as (cursor, _, _),
        ):
            yield cursor.execute(
                f"select {_columns(question)} from answer"
                f" order by {order_sql(question.report, question.sort or question.report.sort)}"
            ).to_arrow_reader(_STREAMED_ROWS)

    @contextmanager
    def _computed(
        self, question: ReportQuestion
    ) -> Iterator[tuple[duckdb.DuckDBPyConnection, datetime | None, int]]:
        """Yield a cursor on a separate database, in which `answer` contains the report's rows.

        Raises:
            QuestionError: more rows would have to be read than allowed.
            TooFarBehindError: the marts lack more events than can be read individually.
        """
        refuse_too_much(question, self._built(question), self._connection.own_database)
        if question.previous is None:
            with self._of_range(question) as computed:
                yield computed
            return
        earlier = replace(question, current=question.previous, previous=None)
        with self._of_range(earlier) as (cursor, _, tail_before):
            before = cursor.execute(f"select {_columns(earlier)} from answer").to_arrow_table()
        with self._of_range(replace(question, previous=None)) as (cursor, as_of, tail_events):
            cursor.register("before", before)
            cursor.execute("alter table answer rename to now")
            cursor.execute(f"create table answer as {_compared_sql(question.report)}")
            cursor.unregister("before")
            yield cursor, as_of, max(tail_events, tail_before)

    @contextmanager
    def _of_range(
        self, question: ReportQuestion
    ) -> Iterator[tuple[duckdb.DuckDBPyConnection, datetime | None, int]]:
        """Yield the same for one range."""
        report = question.report
        # Marts are opened before the events, so that no mart is ahead of the events from which it
        # was built.
        built = self._built(question)
        activity = self._snapshot("activity_15m")
        events = self._snapshots.of(self._lake.events)
        with self._connection.own_database() as cursor:
            fresh = FreshMarts(
                cursor,
                question.org_id,
                question.current,
                events,
                built,
                question.zone.key,
                question.validity_periods,
            )
            scans = mart_scans(question)
            fresh.stage_tails(scans)
            _give_question(cursor, question)
            parameters = Parameters()
            parts = [
                f"{scan.mart} as ({rows})"
                for scan in scans
                for rows in [
                    fresh.rows_sql(
                        scan,
                        parameters,
                        question.filters,
                        question.dimension,
                        include_bots=question.include_bots,
                    )
                ]
            ]
            parts += [f"{name}_report as ({get_report(name).sql})" for name in report.reports]
            statement = f"with {', '.join(parts)}, report as ({report.sql})"
            of_one = _of_one_sql(question, parameters)
            cursor.execute(
                f"create table answer as {statement}"
                f" select {_typed_columns(report)} from report{of_one}",
                parameters.values,
            )
            as_of = self._latest.of(cursor, question.org_id, events, activity)
            yield cursor, as_of, fresh.tail_events

    def _built(self, question: ReportQuestion) -> dict[str, Snapshot]:
        return {name: self._snapshot(name) for name in {*question.report.marts, VISITORS}}

    def _snapshot(self, name: str) -> Snapshot:
        model = marts()[name]
        table = self._lake.mart(name, model.schema, list(model.partition_by))
        return self._snapshots.of(table)


_SQL_TYPES = {
    "string": "varchar",
    "int64": "bigint",
    "double": "double",
    "bool": "boolean",
    "date": "date",
    "timestamp": "timestamptz",
}


def _columns(question: ReportQuestion) -> str:
    return ", ".join(f'"{column.name}"' for column in question.columns)


_SAME_CURRENCY = (
    "coalesce(now.currency, '') = '' or coalesce(before.currency, '') in ('', now.currency)"
)
"""Amounts of different currencies are never compared."""


def _compared_sql(report: Report) -> str:
    """Return SQL for the rows of both ranges. Compared numbers are 0 in a range without the row, and other columns show
    only the current range.
    """
    numbers = {column.name for column in compared_columns(report)}
    is_in_one_currency = report.column("currency") is not None and "currency" not in report.key
    parts = []
    for column in report.columns:
        name = column.name
        if name in report.key:
            parts.append(f'coalesce(now."{name}", before."{name}") as "{name}"')
        elif name in numbers:
            current, earlier = (f'coalesce({side}."{name}", 0)' for side in ("now", "before"))
            if column.unit == "cents" and is_in_one_currency:
                earlier = f"case when {_SAME_CURRENCY} then {earlier} end"
            parts += [
                f'{current} as "{name}"',
                f'{earlier} as "{name}_before"',
                f'({current} - {earlier}) / nullif({earlier}, 0)::double as "{name}_change"',
            ]
        else:
            parts.append(f'now."{name}"')
    same = " and ".join(f'now."{name}" is not distinct from before."{name}"' for name in report.key)
    return f"select {', '.join(parts)} from now full outer join before on {same}"


def _of_one_sql(question: ReportQuestion, parameters: Parameters) -> str:
    """Return ` where …` for the rows of one visitor or customer, or an empty string for all rows."""
    conditions = [
        f"{column_of(question.report)} = {parameters.bind(value)}"
        for column_of, value in (
            (visitor_column, question.visitor),
            (customer_column, question.customer),
        )
        if value is not None
    ]
    return f" where {' and '.join(conditions)}" if conditions else ""


def _typed_columns(report: Report) -> str:
    return ", ".join(
        f'cast("{column.name}" as {_SQL_TYPES[column.type]}) as "{column.name}"'
        for column in report.columns
    )


def _give_question(cursor: duckdb.DuckDBPyConnection, question: ReportQuestion) -> None:
    """Create the tables that every report's SQL may read: `question` (one row), `code_group`, `broken_code`,
    `placed_code`, `merged_customer`, `known_reward`.
    """
    cursor.execute(
        "create table question as select $org_id as org_id, $start::timestamptz as range_start,"
        " $end::timestamptz as range_end, $preceding_start::timestamptz as preceding_start,"
        " $preceding_end::timestamptz as preceding_end, $zone as zone, $week_shift::integer as week_shift,"
        " 0 as month_shift, $cohorts_from::timestamptz as cohorts_from",
        {
            "org_id": question.org_id,
            "start": question.current.start,
            "end": question.current.end,
            "preceding_start": question.preceding.start,
            "preceding_end": question.preceding.end,
            "zone": question.zone.key,
            "week_shift": question.week_shift,
            "cohorts_from": question.cohorts_from,
        },
    )
    known = question.code_groups.get(question.dimension, {}) if question.dimension else {}
    cursor.execute(
        "create table code_group as select unnest($codes::varchar[]) as code_id,"
        " unnest($groups::varchar[]) as value",
        {"codes": list(known), "groups": list(known.values())},
    )
    cursor.execute(
        "create table broken_code as select unnest($codes::varchar[]) as code_id",
        {"codes": sorted(question.broken_codes)},
    )
    cursor.execute(
        "create table merged_customer as select unnest($keys::varchar[]) as customer_key,"
        " unnest($kept::varchar[]) as kept_key",
        {
            "keys": list(question.merged_customers),
            "kept": list(question.merged_customers.values()),
        },
    )
    known_rewards = question.known_rewards
    cursor.execute(
        "create table known_reward as select unnest($ids::varchar[]) as reward_id, unnest($units::varchar[]) as unit,"
        " unnest($prices::bigint[]) as price, unnest($costs::bigint[]) as cost_cents,"
        " unnest($payers::varchar[]) as paid_by, unnest($offered::boolean[]) as is_offered",
        {
            "ids": [one.reward_id for one in known_rewards],
            "units": [one.unit for one in known_rewards],
            "prices": [one.price for one in known_rewards],
            "costs": [one.cost_cents for one in known_rewards],
            "payers": [one.paid_by for one in known_rewards],
            "offered": [one.is_offered for one in known_rewards],
        },
    )
    placed = question.places()
    cursor.execute(
        "create table placed_code as select unnest($codes::varchar[]) as code_id,"
        " unnest($placements::varchar[]) as placement, unnest($since::timestamptz[]) as since",
        {
            "codes": [one.code_id for one in placed],
            "placements": [one.placement for one in placed],
            "since": [one.since for one in placed],
        },
    )
