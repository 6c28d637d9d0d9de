"""Writes an export's file, in a worker process: with a DuckDB and a connection of its own."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any

import duckdb
from deltalake.exceptions import DeltaError
from sqlalchemy import Connection, Engine, event, text
from sqlalchemy.orm import Session

from api.auth.member import Member
from api.db.engine import make_engine
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
from api.domains.insights.analytics.errors import AnalyticsBehind, AnalyticsNotReady
from api.domains.insights.analytics.reading import CodeNames
from api.domains.insights.analytics.schemas import AskAnalytics, AskCross, MetricValues
from api.domains.insights.analytics.service import AnalyticsService, refusals
from api.domains.insights.analytics.version_reading import code_versions
from api.domains.insights.reports.name_reading import ReportNames
from api.domains.insights.reports.service import ReportService
from api.domains.promotions.leaderboards.service import SeasonService
from runtime.settings import Settings
from warehouse.exports.columns import FileColumn
from warehouse.exports.copying import JOB_MEMORY, JOB_THREADS, FileFormat
from warehouse.lake import Lake
from warehouse.queries.analytics import Analytics
from warehouse.queries.language import AnyDimension, QuestionError, parse_dimension
from warehouse.queries.raw_events import CodeVersion, RawEvents
from warehouse.reports.asking import Reports

SERIES, CROSS = "series", "cross"
"""A moment a row; two dimensions at once, a pair a row."""


@dataclass(frozen=True)
class ExportOrder:
    """Which table of whom goes into which file."""

    settings: Settings
    me: Member
    now: datetime
    table: str
    kept: Mapping[str, Any]
    """What `OPENERS` open the table from."""
    params: ExportParams
    file_format: FileFormat
    most_rows: int
    path: Path


@dataclass(frozen=True)
class Written:
    """What became of it. Where `is_whole` is false there are more rows than may be sent at once."""

    columns: tuple[FileColumn, ...]
    rows: int
    is_whole: bool


def write_export(order: ExportOrder) -> Written:
    """Write the file.

    Raises:
        ExportFailed: the lake cannot be read at the moment.
    """
    try:
        with Session(_engine(order.settings), expire_on_commit=False) as session:
            _stay_inside(session, order.me.org_id)
            table = _Tables(order, session).open()
            rows = table.count(order.most_rows)
            session.rollback()  # the lake may take long, and a file may need no more of Postgres
            if rows is None or rows <= order.most_rows:
                rows = table.write(order.path, order.file_format, None)
            return Written(table.columns, rows, rows <= order.most_rows)
    except (AnalyticsNotReady, AnalyticsBehind) as reason:
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


def _stay_inside(session: Session, org_id: str) -> None:
    """Have each transaction of the session see this organisation's rows and no other's."""
    enter = text("select set_config('app.org_id', :org_id, true)")

    def begin(_session: Session, _transaction: object, connection: Connection) -> None:
        connection.execute(enter, {"org_id": org_id})

    event.listen(session, "after_begin", begin)


class _Tables:
    """Opens the table of one order."""

    def __init__(self, order: ExportOrder, session: Session) -> None:
        self._order = order
        self._session = session
        self._analytics = AnalyticsService(
            _analytics(order.settings), CodeNames(session), order.now
        )

    def open(self) -> ExportTable:
        """The table, not read yet or small."""
        order = self._order
        if order.table == SERIES:
            return self._series(order.params)
        if order.table == CROSS:
            return self._cross(order.params)
        if order.table in OPENERS:
            sources = Sources(
                order.me.org_id,
                lambda: self._session,
                _analytics(order.settings),
                order.settings,
                self._report_service,
                self._codes,
            )
            return open_table(order.table, order.kept, sources)
        return self._breakdown(parse_dimension(order.table, "from"), order.params)

    def _codes(self, wanted: RawEvents) -> list[CodeVersion]:
        return code_versions(self._session, wanted)

    def _report_service(self) -> ReportService:
        seasons = SeasonService(self._session, self._order.now)
        reports, names = _reports(self._order.settings), ReportNames(self._session)
        return ReportService(reports, self._analytics, names, seasons)

    def _series(self, params: AskAnalytics) -> ExportTable:
        asked = params.model_copy(update={"group_by": []})
        points = self._analytics.ask(self._order.me, asked).series
        rows = [(point.at, *_metrics(point)) for point in points]
        return rows_table(columns.SERIES, lambda: rows, len(rows))

    def _cross(self, params: AskAnalytics) -> ExportTable:
        with refusals():
            if len(params.group_by) != 2:
                raise QuestionError("group_by", "A cross table is of two different dimensions")
        asked = AskCross(
            **{name: getattr(params, name) for name in AskCross.model_fields} | {"compare": "none"}
        )
        table = self._analytics.cross(self._order.me, asked)
        first, second = table.group_by
        names, others = table.labels[first], table.labels[second]
        rows = [
            (cell.key, names.get(cell.key), cell.other, others.get(cell.other), *_metrics(cell))
            for cell in table.cells
        ]
        return rows_table(columns.of_pairs(first, second), lambda: rows, len(rows))

    def _breakdown(self, dimension: AnyDimension, params: AskAnalytics) -> ExportTable:
        most = self._order.most_rows
        asked = params.model_copy(update={"group_by": [dimension.value]})
        answer = self._analytics.ask(self._order.me, asked, breakdown_limit=most + 1)
        found = answer.breakdowns[dimension.value]
        if len(found) > most:
            raise too_many_values(dimension.value, most)
        return rows_table(
            columns.of_dimension(dimension),
            lambda: ((row.key, row.label, *_metrics(row)) for row in found),
            len(found),
        )


def _metrics(row: MetricValues) -> Sequence[int]:
    return [getattr(row, name) for name in columns.METRICS]
