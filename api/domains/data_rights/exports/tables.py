"""Every table that can leave as a file: its columns, how long it is, and who writes it.

A table is opened from plain JSON (`kept`), so that a job can open again what a request asked for.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any

import orjson
from sqlalchemy.orm import Session

from api.domains.codes.codes.hosts import hosts_in
from api.domains.codes.codes.links import CodeLinks
from api.domains.data_rights.exports import columns, reports
from api.domains.data_rights.exports.files import write_rows
from api.domains.data_rights.exports.interactions import KEY, total_columns, with_totals
from api.domains.data_rights.exports.repository import (
    CustomersToExport,
    OneTime,
    OneTimeCodesToExport,
    SubmissionsToExport,
    Submitted,
)
from api.domains.insights.reports.service import ReportService
from api.domains.people.customers.sealing import Sealer
from runtime.settings import Settings
from warehouse.exports.columns import FileColumn, event_file_columns
from warehouse.exports.copying import FileFormat, Watch
from warehouse.queries.analytics import Analytics
from warehouse.queries.raw_events import COLUMNS as EVENT_COLUMNS
from warehouse.queries.raw_events import CodeVersion, RawEvents, raw_events_of

Kept = Mapping[str, Any]


@dataclass(frozen=True)
class ExportTable:
    """A table on its way into a file.

    `count` is given how many rows are still sent at once; None says that only writing will tell.
    """

    columns: tuple[FileColumn, ...]
    count: Callable[[int], int | None]
    write: Callable[[Path, FileFormat, Watch | None], int]


@dataclass(frozen=True)
class Sources:
    """Where rows come from, for one organisation. `codes`: what the codes of these events are, or were."""

    org_id: str
    session: Callable[[], Session]
    analytics: Analytics
    settings: Settings
    reports: Callable[[], ReportService]
    codes: Callable[[RawEvents], Sequence[CodeVersion]]


def open_table(name: str, kept: Kept, sources: Sources) -> ExportTable:
    """The table called `name`, of what `kept` says."""
    return OPENERS[name](kept, sources)


def rows_table(
    described: tuple[FileColumn, ...],
    rows: Callable[[], Iterable[Sequence[Any]]],
    count: int | None,
) -> ExportTable:
    """A table of rows that come one after the other."""

    def write(path: Path, file_format: FileFormat, watch: Watch | None) -> int:
        return write_rows(path, file_format, described, rows(), watch, count or 0)

    return ExportTable(described, lambda _enough: count, write)


def _events(kept: Kept, sources: Sources) -> ExportTable:
    wanted = raw_events_of({**kept, "org_id": sources.org_id})

    def write(path: Path, file_format: FileFormat, watch: Watch | None) -> int:
        codes = sources.codes(wanted)
        return sources.analytics.copy_events(wanted, str(path), file_format, watch, codes)

    return ExportTable(
        tuple(event_file_columns()[name] for name in EVENT_COLUMNS),
        lambda enough: sources.analytics.count_events(wanted, enough),
        write,
    )


def _customers(kept: Kept, sources: Sources) -> ExportTable:
    customers = CustomersToExport(sources.session())
    service = sources.reports()
    question = replace(reports.question_again(kept, sources.org_id), sort=(KEY,))

    def rows() -> Iterable[Sequence[Any]]:
        with service.stream(question) as batches:
            totals = (row for batch in batches for row in batch.to_pylist())
            yield from with_totals(customers.walk(sources.org_id), totals)

    return rows_table(
        (*columns.CUSTOMERS, *total_columns()),
        rows,
        customers.count(sources.org_id),
    )


def _one_time_codes(kept: Kept, sources: Sources) -> ExportTable:
    codes = OneTimeCodesToExport(sources.session())
    links = CodeLinks(sources.settings.base_url, hosts_in(codes.session))
    wanted = OneTime(**kept)
    choice = codes.choice(sources.org_id, wanted)
    return rows_table(
        columns.ONE_TIME_CODES,
        lambda: (
            (code_id, links.address(code_id, choice=choice), state, used_at)
            for code_id, state, used_at in codes.walk(sources.org_id, wanted)
        ),
        codes.count(sources.org_id, wanted),
    )


def _submissions(kept: Kept, sources: Sources) -> ExportTable:
    submissions = SubmissionsToExport(sources.session())
    sealer = Sealer(sources.settings.secret_key)
    wanted = Submitted(kept["code_id"], _moment(kept["start"]), _moment(kept["end"]))

    def rows() -> Iterable[Sequence[Any]]:
        for row in submissions.walk(sources.org_id, wanted):
            *said, sealed, key = row
            content = sealer.unseal(key, sealed)
            yield (*said, _readable(content))

    return rows_table(columns.SUBMISSIONS, rows, submissions.count(sources.org_id, wanted))


def _moment(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text else None


def _readable(content: bytes | None) -> str | None:
    """Answers as one JSON object; nothing once the customer was erased."""
    return None if content is None else orjson.dumps(orjson.loads(content)).decode()


def _report(kept: Kept, sources: Sources) -> ExportTable:
    service = sources.reports()
    question = service.with_codes(reports.question_again(kept, sources.org_id))
    return rows_table(
        reports.columns_of(service, question), lambda: reports.rows_of(service, question), None
    )


OPENERS: dict[str, Callable[[Kept, Sources], ExportTable]] = {
    "events": _events,
    "customers": _customers,
    "one_time_codes": _one_time_codes,
    "submissions": _submissions,
    "report": _report,
}
"""Tables that a job can open too; what else there is, is never too long."""
