"""Tables that can be exported: their columns, number of rows, and writers.

A table is opened from plain JSON (`kept`), so that a job can open it again.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any

import orjson
from sqlalchemy.orm import Session

from api.domains.codes.codes.hosts import hosts_in
from api.domains.codes.codes.links import CodeLinks
from api.domains.data_rights.exports import columns, reports
from api.domains.data_rights.exports.customer_totals import KEY, total_columns, with_totals
from api.domains.data_rights.exports.files import write_rows
from api.domains.data_rights.exports.repository import (
    CustomersToExport,
    OneTimeCodesToExport,
    OneTimeSelection,
    SubmissionSelection,
    SubmissionsToExport,
)
from api.domains.insights.reports.service import ReportService
from api.domains.people.customers.sealing import Sealer
from runtime.settings import Settings
from warehouse.exports.columns import FileColumn, event_file_columns
from warehouse.exports.file_copy import FileFormat, Watch
from warehouse.queries.analytics import Analytics
from warehouse.queries.raw_events import COLUMNS as EVENT_COLUMNS
from warehouse.queries.raw_events import CodeVersion, RawEvents, raw_events_from_json

Kept = Mapping[str, Any]


@dataclass(frozen=True)
class ExportTable:
    """A table to write to a file.

    `count` receives the maximum number of rows for one response. It returns None if only writing the table can count
    them.
    """

    columns: tuple[FileColumn, ...]
    count: Callable[[int], int | None]
    write: Callable[[Path, FileFormat, Watch | None], int]


@dataclass(frozen=True)
class Sources:
    """Data sources of one organisation. `codes` returns the current codes, or their versions at the time of the
    events.
    """

    org_id: str
    session: Callable[[], Session]
    analytics: Analytics
    settings: Settings
    reports: Callable[[], ReportService]
    codes: Callable[[RawEvents], Sequence[CodeVersion]]


def open_table(name: str, kept: Kept, sources: Sources) -> ExportTable:
    """Return the table `name` with the parameters `kept`."""
    return OPENERS[name](kept, sources)


def rows_table(
    columns_of_table: tuple[FileColumn, ...],
    rows: Callable[[], Iterable[Sequence[Any]]],
    count: int | None,
) -> ExportTable:
    """Return a table whose rows come from an iterator."""

    def write(path: Path, file_format: FileFormat, watch: Watch | None) -> int:
        return write_rows(path, file_format, columns_of_table, rows(), watch, count or 0)

    return ExportTable(columns_of_table, lambda _enough: count, write)


def _events(kept: Kept, sources: Sources) -> ExportTable:
    wanted = raw_events_from_json({**kept, "org_id": sources.org_id})

    def write(path: Path, file_format: FileFormat, watch: Watch | None) -> int:
        codes = sources.codes(wanted)
        return sources.analytics.copy_events(wanted, str(path), file_format, watch, codes)

    return ExportTable(
        tuple(event_file_columns()[name] for name in EVENT_COLUMNS),
        lambda enough: sources.analytics.count_events(wanted, enough),
        write,
    )


def _customers(kept: Kept, sources: Sources) -> ExportTable:
    customers = CustomersToExport(sources.session(), Sealer.of(sources.settings))
    service = sources.reports()
    asked = reports.question_from_json(kept, sources.org_id)
    question = service.with_codes(replace(asked, sort=(KEY,)))
    fields = customers.fields(sources.org_id)
    of_totals = total_columns()
    taken = {column.name for column in (*columns.CUSTOMERS, *of_totals)}

    def people() -> Iterator[Sequence[Any]]:
        for facts, attributes in customers.walk(sources.org_id):
            yield (*facts, *(_as_text(attributes.get(name)) for name, _ in fields))

    def rows() -> Iterable[Sequence[Any]]:
        with service.stream(question) as batches:
            totals = (row for batch in batches for row in batch.to_pylist())
            yield from with_totals(people(), totals)

    return rows_table(
        (*columns.CUSTOMERS, *columns.of_customers(fields, taken), *of_totals),
        rows,
        customers.count(sources.org_id),
    )


def _one_time_codes(kept: Kept, sources: Sources) -> ExportTable:
    codes = OneTimeCodesToExport(sources.session())
    links = CodeLinks(sources.settings.base_url, hosts_in(codes.session))
    wanted = OneTimeSelection(**kept)
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
    submissions = SubmissionsToExport(sources.session(), Sealer.of(sources.settings))
    wanted = SubmissionSelection(
        kept["code_id"],
        kept.get("page_id"),
        kept.get("form_id"),
        _moment(kept["start"]),
        _moment(kept["end"]),
    )
    names = submissions.fields(sources.org_id, wanted) if wanted.form_id is not None else None

    def rows() -> Iterable[Sequence[Any]]:
        for row in submissions.walk(sources.org_id, wanted):
            *fields, content = row
            if names is None:
                yield (*fields, _as_json(content))
            else:
                answers = orjson.loads(content) if content is not None else {}
                yield (*fields, *(_as_text(answers.get(name)) for name in names))

    of_table = columns.SUBMISSIONS if names is None else columns.of_form(names)
    return rows_table(of_table, rows, submissions.count(sources.org_id, wanted))


def _moment(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text else None


def _as_json(content: bytes | None) -> str | None:
    """Return the answers as a JSON object, or None if the customer was erased."""
    return None if content is None else orjson.dumps(orjson.loads(content)).decode()


def _as_text(answer: Any) -> str | None:
    """Return an answer as the text of one cell."""
    if answer is None or isinstance(answer, str):
        return answer
    if isinstance(answer, bool):
        return "yes" if answer else "no"
    return ", ".join(map(str, answer)) if isinstance(answer, list) else str(answer)


def _report(kept: Kept, sources: Sources) -> ExportTable:
    service = sources.reports()
    question = service.with_codes(reports.question_from_json(kept, sources.org_id))
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
"""Tables that jobs can open too. The others are never too large for one response."""
