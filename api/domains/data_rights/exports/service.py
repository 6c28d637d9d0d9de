"""Rules of exports: which tables exist, who may export them, and which exports become jobs."""

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from typing import Any

import duckdb
from deltalake.exceptions import DeltaError
from starlette.responses import Response

from api.auth.errors import RoleTooWeak
from api.auth.member import Member
from api.auth.roles import Role
from api.db.offload import Offload
from api.domains.codes.batches.one_time import OneTimeService
from api.domains.data_rights.exports import reports
from api.domains.data_rights.exports.customer_totals import REPORT
from api.domains.data_rights.exports.errors import ExportFailed, id_required, unknown_table
from api.domains.data_rights.exports.file_writer import CROSS, SERIES, ExportTask, write_export
from api.domains.data_rights.exports.files import MEDIA_TYPES, FileOnDisk
from api.domains.data_rights.exports.schemas import CsvFile, ExportColumn, ExportCsv, ExportParams
from api.domains.insights.analytics.errors import AnalyticsBehind, AnalyticsNotReady, DataDamaged
from api.domains.insights.analytics.service import AnalyticsService
from api.domains.insights.reports.service import ReportService
from api.jobs.queue import Jobs
from api.kit.errors import NotFound
from runtime.settings import Settings
from warehouse.date_ranges import Range, zone_of
from warehouse.exports.file_copy import FileFormat
from warehouse.queries.language import (
    Dimension,
    Property,
    QuestionError,
    parse_dimension,
)
from warehouse.reports.catalogue import all_reports

MAX_ROWS = 1_000_000
"""Maximum number of rows in one response. A job writes larger tables, and a signed URL serves them."""

JOB = "exports.table"
FOR_EDITORS = ("customers", "one_time_codes")
"""Tables that viewers cannot see in the app, and so cannot export."""

ROWS = ("events", "customers", "one_time_codes", "submissions")
"""Tables of individual rows, which can be large."""


OWN = (SERIES, CROSS, *ROWS, *(one.value for one in Dimension))


def all_tables() -> tuple[str, ...]:
    """Return every table that can be exported. A report is named `report:name`, or just `name` if no other table has
    that name.
    """
    return (*OWN, *(f"report:{name}" if name in OWN else name for name in all_reports()))


def _is_table(table: str) -> bool:
    if table in all_tables() or _report_of(table) is not None:
        return True
    try:
        return isinstance(parse_dimension(table, "from"), Property)
    except QuestionError:
        return False


def _stem_of(table: str) -> str:
    """Return the table's name as part of a file name, without unsafe characters."""
    return re.sub(r"[^A-Za-z0-9_.-]+", "-", table).strip("-.")


def _report_of(table: str) -> str | None:
    name = table.removeprefix("report:")
    return name if name in all_reports() else None


@dataclass(frozen=True)
class ExportRequest:
    """A table to export. `kept` is stored with the job, which opens the table again."""

    stem: str
    table: str
    file_format: FileFormat
    kept: Mapping[str, Any]
    span: Range | None = None
    """The range, if the table has one."""

    @property
    def file_name(self) -> str:
        return f"{self.stem}.{self.file_format}"


class ExportService:
    """Exports tables of one organisation."""

    def __init__(
        self,
        analytics: AnalyticsService,
        report_service: ReportService,
        one_time: OneTimeService,
        jobs: Jobs,
        now: datetime,
        offload: Offload,
        settings: Settings,
        max_rows: int = MAX_ROWS,
    ) -> None:
        self._analytics = analytics
        self._reports = report_service
        self._one_time = one_time
        self._jobs = jobs
        self._now = now
        self._offload = offload
        self._settings = settings
        self._max_rows = max_rows

    def export(self, me: Member, body: ExportCsv) -> Response | CsvFile:
        """Return the response with the file, or with the job that writes it if it is too large."""
        if body.params.org_id not in (None, me.org_id):
            raise NotFound("Organisation not found.")
        if not _is_table(body.from_):
            names = (*all_tables(), f"{Property.PREFIX}NAME")
            raise unknown_table(body.from_, ", ".join(names))
        if body.from_ in FOR_EDITORS and not me.role.reaches(Role.EDITOR):
            raise RoleTooWeak("This needs the role editor or a stronger one.")
        try:
            as_of, tail_events = self._analytics.data_position(me.org_id)
            request = self._request(me, body)
            about = CsvFile(
                file_name=request.file_name, media_type=MEDIA_TYPES[request.file_format]
            )
            if request.span is not None:
                zone = zone_of(me.time_zone)
                about.from_, about.to = (
                    edge.astimezone(zone) for edge in (request.span.start, request.span.end)
                )
                about.timezone = zone.key
                about.as_of = as_of and as_of.astimezone(zone)
                about.tail_events = tail_events
                about.dimensions_as_of = body.params.dimensions_as_of
            return self._answer(me, request, about, body.params)
        except (AnalyticsNotReady, AnalyticsBehind, DataDamaged) as reason:
            raise ExportFailed(headers=reason.headers) from reason
        except (duckdb.Error, DeltaError, OSError) as reason:
            raise ExportFailed from reason

    def _request(self, me: Member, body: ExportCsv) -> ExportRequest:
        day = self._now.astimezone(zone_of(me.time_zone)).date()
        params, stem, kept = body.params, f"{_stem_of(body.from_)}-{day.isoformat()}", {}
        span: Range | None = None
        if body.from_ == "events":
            events = replace(self._analytics.raw_events(me, params), visitor=params.visitor)
            kept, span = events.to_json(), events.span
        elif body.from_ == "customers":
            stem = "interaction_data"
            question = reports.question_of(self._reports, me, REPORT, ExportParams())
            kept = reports.question_to_json(question)
        elif body.from_ == "one_time_codes":
            if params.id is None:
                raise id_required()
            stem, is_batch, _ = self._one_time.file_of(me, params.id)
            kept = {"batch_id" if is_batch else "base_id": params.id}
        elif body.from_ == "submissions":
            kept = {"code_id": params.id, "start": None, "end": None}
            if params.page_id is not None:
                kept |= {"page_id": params.page_id, "form_id": params.form_id}
            if params.interval or params.from_ or params.to:
                span = self._analytics.raw_events(me, params).span
                kept |= {"start": span.start.isoformat(), "end": span.end.isoformat()}
        elif body.from_ not in OWN and (name := _report_of(body.from_)):
            question = reports.question_of(self._reports, me, name, params)
            return ExportRequest(
                f"{name}-{day.isoformat()}",
                "report",
                params.format,
                reports.question_to_json(question),
                question.current,
            )
        else:
            span = self._analytics.question(me, params.model_copy(update={"group_by": []})).current
        return ExportRequest(stem, body.from_, params.format, kept, span)

    def _answer(
        self, me: Member, request: ExportRequest, about: CsvFile, params: ExportParams
    ) -> Response | CsvFile:
        file = FileOnDisk()
        try:
            task = ExportTask(
                settings=self._settings,
                me=me,
                now=self._now,
                table=request.table,
                kept=dict(request.kept),
                params=params,
                file_format=request.file_format,
                max_rows=self._max_rows,
                path=file.path,
            )
            written = self._offload.run(me.org_id, write_export, task)
            about.columns = [ExportColumn(**asdict(column)) for column in written.columns]
            if not written.is_complete:
                return self._queue(me, request, about, written.rows)
            return file.answer(about)
        finally:
            file.drop()

    def _queue(self, me: Member, request: ExportRequest, about: CsvFile, rows: int) -> CsvFile:
        args = {
            "table": request.table,
            "kept": dict(request.kept),
            "format": request.file_format,
            "stem": request.stem,
        }
        about.job_id = self._jobs.enqueue(
            me.org_id, JOB, args, total=rows, created_by=me.caller_id, is_bulk=True
        )
        return about
