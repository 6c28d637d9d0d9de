"""The mart files that a report reads, and the check that they are not too large for one query."""

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
"""Opens a cursor for a `with` block."""


@dataclass(frozen=True)
class MartScan:
    """The rows of a mart that a report reads. `time`: the column that is filtered by the range, if any.

    `since`: earlier rows of the mart's own files are skipped, if no range is applied.
    """

    mart: str
    time: str | None
    since: datetime | None = None


@dataclass(frozen=True)
class MartFiles:
    """Files of a mart that may contain matching rows. `time`: the column that `span` filters, if any."""

    files: tuple[DataFile, ...]
    time: str | None
    span: Range

    @property
    def rows(self) -> int:
        """Return the number of rows in the files, including those of other organisations."""
        return sum(file.rows for file in self.files)

    def relation_and_condition(self, org_id: str, parameters: Parameters) -> tuple[str, str]:
        """Return the relation to read, and the condition for its rows."""
        parameters.values["org_id"] = org_id
        read = read_files_sql(self.files, parameters)
        within = f" and {within_sql(self.time, [self.span], parameters)}" if self.time else ""
        return read, f"org_id = $org_id{within}"

    def count(self, cursor: duckdb.DuckDBPyConnection, org_id: str) -> int:
        """Return how many rows of the organisation are scanned."""
        if not self.files:
            return 0
        parameters = Parameters()
        read, condition = self.relation_and_condition(org_id, parameters)
        statement = f"select count(*) from {read} where {condition}"
        ((rows,),) = cursor.execute(statement, parameters.values).fetchall()
        return int(rows)


def mart_scans(question: ReportQuestion) -> list[MartScan]:
    """Return one scan for each mart of the report."""
    since = question.cohorts_from
    return [MartScan(mart, time, since) for mart, time in question.report.marts.items()]


def files_to_scan(scan: MartScan, snapshot: Snapshot, org_id: str, span: Range) -> MartFiles:
    """Return the mart's files that may contain rows of the span."""
    time = scan.time
    if time is None and scan.since is not None:
        time = _FIRST_SEEN if scan.mart == VISITORS else BUCKET
        span = Range(scan.since, LATEST)
    elif time == BUCKET:
        whole = whole_buckets(span)
        if whole is None:
            return MartFiles((), time, span)
        span = whole
    files = snapshot.files if time is None else snapshot.between(time, span.start, span.end)
    return MartFiles(tuple(of_organisation(files, org_id)), time, span)


def read_files_sql(files: Iterable[DataFile], parameters: Parameters) -> str:
    """Return `read_parquet(…)` of these files, with the partition column."""
    listed = list(files)
    uris = parameters.bind([file.uri for file in listed])
    read = f"read_parquet({uris}, hive_partitioning = true, union_by_name = true)"
    return with_added_columns(read, listed)


def refuse_too_much(
    question: ReportQuestion, built: Mapping[str, Snapshot], connected: Connected
) -> None:
    """Check the number of rows of all marts and both ranges together against the budget.

    File statistics give an upper bound. Only if that exceeds the budget are the organisation's rows counted.

    Raises:
        QuestionError: the report exceeds the row budget. The error names the field that causes it.
    """
    spans = [one for one in (question.current, question.previous) if one]
    scans = [
        files_to_scan(one, built[one.mart], question.org_id, span)
        for one in mart_scans(question)
        for span in spans
    ]
    if sum(scan.rows for scan in scans) <= budget.MAX_ROWS:
        return
    with connected() as cursor:
        counts = [(scan.time, scan.count(cursor, question.org_id)) for scan in scans]
    rows = sum(count for _, count in counts)
    cause, hint = "interval", "Choose a shorter range."
    if question.previous:
        hint = "Choose a shorter range, or turn the comparison off."
    if sum(count for time, count in counts if time is None) > budget.MAX_ROWS:
        cause = "report"
        hint = "This report reads all events since the first, so a shorter range does not help."
        if question.report.cohorts and question.filters:
            cause, hint = "filters", "Remove the filters: with them, every scan has to be read."
    budget.refuse_too_many(rows, cause, hint)
