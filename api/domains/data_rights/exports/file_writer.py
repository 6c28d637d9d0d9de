"""Writes export files in a worker process, with its own DuckDB and database connection."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any

import duckdb
from deltalake.exceptions import DeltaError
from sqlalchemy import Engine
from sqlalchemy.orm import Session

from api.auth.member import Member
from api.db.engine import make_engine
from api.db.session import keep_tenant
from api.domains.data_rights.exports import columns
from api.domains.data_rights.exports.errors import ExportFailed, too_many_values
from api.domains.data_rights.exports.schemas import ExportParams
from api.domains.data_rights.exports.tables import (
    OPENERS,
    ExportTable,
    Sources,
    open_table,
    rows_table,
)
from api.domains.insights.analytics.code_version_reading import code_versions
from api.domains.insights.analytics.errors import AnalyticsBehind, AnalyticsNotReady, DataDamaged
from api.domains.insights.analytics.reading import CodeNames
from api.domains.insights.analytics.schemas import AskAnalytics, AskCross, MetricValues
from api.domains.insights.analytics.service import AnalyticsService, refusals
from api.domains.insights.reports.name_reading import ReportNames
from api.domains.insights.reports.service import ReportService
from api.domains.promotions.leaderboards.service import SeasonService
from runtime.settings import Settings
from warehouse.exports.columns import FileColumn
from warehouse.exports.file_copy import JOB_MEMORY, JOB_THREADS, FileFormat
from warehouse.lake import Lake
from warehouse.queries.analytics import Analytics
from warehouse.queries.language import AnyDimension, QuestionError, parse_dimension
from warehouse.queries.raw_events import CodeVersion, RawEvents
from warehouse.reports.engine import Reports

SERIES, CROSS = "series", "cross"
"""One row per point in time, and one row per pair of values of two dimensions."""


@dataclass(frozen=True)
class ExportTask:
    """One export: the table, its parameters, and the file to write."""

    settings: Settings
    me: Member
    now: datetime
    table: str
    kept: Mapping[str, Any]
    """The stored JSON from which `OPENERS` open the table."""
    params: ExportParams
    file_format: FileFormat
    max_rows: int
    path: Path


@dataclass(frozen=True)
class WrittenExport:
    """The written file. If not `is_complete`, the table has more rows than allowed and was not written."""

    columns: tuple[FileColumn, ...]
    rows: int
    is_complete: bool


def write_export(task: ExportTask) -> WrittenExport:
    """Write the file.

    Raises:
        ExportFailed: the lake cannot currently be read.
    """
    try:
        with Session(_engine(task.settings), expire_on_commit=False) as session:
            keep_tenant(session, task.me.org_id)
            table = _Tables(task, session).open()
            rows = table.count(task.max_rows)
            session.rollback()  # reading the lake may take a long time and needs no transaction
            if rows is None or rows <= task.max_rows:
                rows = table.write(task.path, task.file_format, None)
            return WrittenExport(table.columns, rows, rows <= task.max_rows)
    except (AnalyticsNotReady, AnalyticsBehind, DataDamaged) as reason:
        raise ExportFailed(headers=reason.headers) from reason
    except (duckdb.Error, DeltaError, OSError) as reason:
        raise ExportFailed from reason


@cache
def _engine(settings: Settings) -> Engine:
    return make_engine(settings, statement_timeout="60s", idle_timeout="60s", pool_size=1)


@cache
def _analytics(settings: Settings) -> Analytics:
    lake = Lake.from_settings(settings)
    return Analytics(lake, memory_limit=JOB_MEMORY, threads=JOB_THREADS)


@cache
def _reports(settings: Settings) -> Reports:
    lake = Lake.from_settings(settings)
    return Reports(lake, memory_limit=JOB_MEMORY, threads=JOB_THREADS)


class _Tables:
    """Opens the table of one export."""

    def __init__(self, task: ExportTask, session: Session) -> None:
        self._task = task
        self._session = session
        self._analytics = AnalyticsService(_analytics(task.settings), CodeNames(session), task.now)

    def open(self) -> ExportTable:
        """Return the table. Only small tables have been read at this point."""
        task = self._task
        if task.table == SERIES:
            return self._series(task.params)
        if task.table == CROSS:
            return self._cross(task.params)
        if task.table in OPENERS:
            sources = Sources(
                task.me.org_id,
                lambda: self._session,
                _analytics(task.settings),
                task.settings,
                self._report_service,
                self._codes,
            )
            return open_table(task.table, task.kept, sources)
        return self._breakdown(parse_dimension(task.table, "from"), task.params)

    def _codes(self, events: RawEvents) -> list[CodeVersion]:
        return code_versions(self._session, events)

    def _report_service(self) -> ReportService:
        seasons = SeasonService(self._session, self._task.now)
        reports, names = _reports(self._task.settings), ReportNames(self._session)
        return ReportService(reports, self._analytics, names, seasons)

    def _series(self, params: AskAnalytics) -> ExportTable:
        body = params.model_copy(update={"group_by": []})
        points = self._analytics.ask(self._task.me, body).series
        rows = [(point.at, *_metrics(point)) for point in points]
        return rows_table(columns.SERIES, lambda: rows, len(rows))

    def _cross(self, params: AskAnalytics) -> ExportTable:
        with refusals():
            if len(params.group_by) != 2:
                raise QuestionError("group_by", "A cross table needs two different dimensions")
        body = AskCross(
            **{name: getattr(params, name) for name in AskCross.model_fields} | {"compare": "none"}
        )
        table = self._analytics.cross(self._task.me, body)
        first, second = table.group_by
        names, others = table.labels[first], table.labels[second]
        rows = [
            (cell.key, names.get(cell.key), cell.other, others.get(cell.other), *_metrics(cell))
            for cell in table.cells
        ]
        return rows_table(columns.of_pairs(first, second), lambda: rows, len(rows))

    def _breakdown(self, dimension: AnyDimension, params: AskAnalytics) -> ExportTable:
        max_rows = self._task.max_rows
        body = params.model_copy(update={"group_by": [dimension.value]})
        answer = self._analytics.ask(self._task.me, body, breakdown_limit=max_rows + 1)
        rows = answer.breakdowns[dimension.value]
        if len(rows) > max_rows:
            raise too_many_values(dimension.value, max_rows)
        return rows_table(
            columns.of_dimension(dimension),
            lambda: ((row.key, row.label, *_metrics(row)) for row in rows),
            len(rows),
        )


def _metrics(row: MetricValues) -> Sequence[int]:
    return [getattr(row, name) for name in columns.METRICS]
