"""What a report reads of its marts' own files, and whether that is too much for one question."""

from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime

import duckdb

from warehouse.data_files import DataFile, with_added_columns
from warehouse.date_ranges import LATEST, Range
from warehouse.queries import budget
from warehouse.queries.sources import Parameters, whole_buckets, within_sql
from warehouse.reader import Snapshot, of_organisation
from warehouse.reports.question import ReportQuestion

BUCKET = "bucket"
VISITORS = "visitors"
_FIRST_SEEN = "first_seen_at"

Connected = Callable[[], AbstractContextManager[duckdb.DuckDBPyConnection]]
"""Gives a cursor for as long as it is needed."""


@dataclass(frozen=True)
class Wanted:
    """Which rows of a mart are wanted; `time` is its column that the range cuts, if any does.

    `since`: what of the mart's own files happened before is not wanted, where the range does not cut.
    """

    mart: str
    time: str | None
    since: datetime | None = None


@dataclass(frozen=True)
class Held:
    """Files of a mart that may hold what is wanted; `time` is the column that `span` cuts, if any is."""

    files: tuple[DataFile, ...]
    time: str | None
    span: Range

    @property
    def rows(self) -> int:
        """What the files hold, other organisations' rows among them."""
        return sum(file.rows for file in self.files)

    def chosen_sql(self, org_id: str, parameters: Parameters) -> tuple[str, str]:
        """What to read, and the condition of what is wanted of it."""
        parameters.values["org_id"] = org_id
        read = read_files_sql(self.files, parameters)
        within = f" and {within_sql(self.time, [self.span], parameters)}" if self.time else ""
        return read, f"org_id = $org_id{within}"

    def count(self, cursor: duckdb.DuckDBPyConnection, org_id: str) -> int:
        """How many rows of the organisation are wanted."""
        if not self.files:
            return 0
        parameters = Parameters()
        read, condition = self.chosen_sql(org_id, parameters)
        statement = f"select count(*) from {read} where {condition}"
        ((rows,),) = cursor.execute(statement, parameters.values).fetchall()
        return int(rows)


def wanted_of(question: ReportQuestion) -> list[Wanted]:
    """The marts of the report."""
    since = question.cohorts_from
    return [Wanted(mart, time, since) for mart, time in question.report.marts.items()]


def held_of(wanted: Wanted, snapshot: Snapshot, org_id: str, span: Range) -> Held:
    """The mart's own files that a span may be answered from."""
    time = wanted.time
    if time is None and wanted.since is not None:
        time = _FIRST_SEEN if wanted.mart == VISITORS else BUCKET
        span = Range(wanted.since, LATEST)
    elif time == BUCKET:
        whole = whole_buckets(span)
        if whole is None:
            return Held((), time, span)
        span = whole
    files = snapshot.files if time is None else snapshot.between(time, span.start, span.end)
    return Held(tuple(of_organisation(files, org_id)), time, span)


def read_files_sql(files: Iterable[DataFile], parameters: Parameters) -> str:
    """`read_parquet(…)` of these files, with the column that the table is partitioned by."""
    found = list(files)
    uris = parameters.bind([file.uri for file in found])
    read = f"read_parquet({uris}, hive_partitioning = true, union_by_name = true)"
    return with_added_columns(read, found)


def refuse_too_much(
    question: ReportQuestion, built: Mapping[str, Snapshot], connected: Connected
) -> None:
    """Let the report be read, all of its marts and the range before it together, or say why not.

    The statistics of the files bound what could be read; only where they leave it open are the
    organisation's own rows counted.

    Raises:
        QuestionError: more rows would have to be read than may be; names what makes it so many.
    """
    spans = [one for one in (question.current, question.previous) if one]
    parts = [
        held_of(one, built[one.mart], question.org_id, span)
        for one in wanted_of(question)
        for span in spans
    ]
    if sum(part.rows for part in parts) <= budget.MAX_ROWS:
        return
    with connected() as cursor:
        counts = [(part.time, part.count(cursor, question.org_id)) for part in parts]
    rows = sum(count for _, count in counts)
    cause, mend = "interval", "Take a shorter one."
    if question.previous:
        mend = "Take a shorter one, or compare it with nothing."
    if sum(count for time, count in counts if time is None) > budget.MAX_ROWS:
        cause, mend = "report", "It goes back to the first event, so a shorter range reads no less."
        if question.report.cohorts and question.filters:
            cause, mend = (
                "filters",
                "Leave the filters out, with which all scans are looked through.",
            )
    budget.refuse_too_many(rows, cause, mend)
