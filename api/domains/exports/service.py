"""Which table becomes which file."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

import duckdb
from deltalake.exceptions import DeltaError

from api.auth.errors import RoleTooWeak
from api.auth.member import Member
from api.auth.roles import Role
from api.domains.analytics.errors import AnalyticsBehind, AnalyticsNotReady
from api.domains.analytics.schemas import AskAnalytics, MetricValues
from api.domains.analytics.service import AnalyticsService
from api.domains.exports.errors import ExportFailed, unknown_table
from api.domains.exports.files import CsvOnDisk
from api.domains.exports.repository import COLUMNS, CustomersToExport
from api.domains.exports.schemas import CsvFile, ExportCsv
from api.jobs.queue import Jobs
from api.kit.errors import NotFound
from warehouse.date_ranges import zone_of
from warehouse.queries.language import Dimension

MAX_ROWS = 1_000_000
"""Rows that are sent at once; more become a job and a signed address."""

METRICS = tuple(MetricValues.model_fields)
TABLES = ("series", "events", "customers", "one_time_codes", *(one.value for one in Dimension))


class ExportService:
    """Makes the files of one organisation."""

    def __init__(
        self,
        analytics: AnalyticsService,
        customers: CustomersToExport,
        jobs: Jobs,
        now: datetime,
        max_rows: int = MAX_ROWS,
    ) -> None:
        self._analytics = analytics
        self._customers = customers
        self._jobs = jobs
        self._now = now
        self._max_rows = max_rows

    def export(self, me: Member, wanted: ExportCsv) -> CsvOnDisk | CsvFile:
        """The file; or, when it is too long, which job makes it."""
        if wanted.params.org_id not in (None, me.org_id):
            raise NotFound("There is no such organisation.")
        if wanted.from_ not in TABLES:
            raise unknown_table(wanted.from_, ", ".join(TABLES))
        day = self._now.astimezone(zone_of(me.time_zone)).date()
        file, answer = CsvOnDisk(f"{wanted.from_}-{day.isoformat()}.csv"), None
        try:
            answer = self._fill(file, me, wanted)
            return answer
        except (AnalyticsNotReady, AnalyticsBehind) as reason:
            raise ExportFailed(headers=reason.headers) from reason
        except (duckdb.Error, DeltaError, OSError) as reason:
            raise ExportFailed from reason
        finally:
            if answer is not file:
                file.drop()

    def _fill(self, file: CsvOnDisk, me: Member, wanted: ExportCsv) -> CsvOnDisk | CsvFile:
        if wanted.from_ == "customers":
            if not me.role.reaches(Role.EDITOR):
                raise RoleTooWeak("This needs the role editor or a stronger one.")
            file.name = "interaction_data.csv"
            file.write(COLUMNS, self._customers.walk(me.org_id))
        elif wanted.from_ == "events":
            return self._events(file, me, wanted.params)
        elif wanted.from_ == "series":
            file.write(("at", *METRICS), self._series(me, wanted.params))
        else:
            dimension = Dimension(wanted.from_)
            file.write(
                (dimension.value, "name", *METRICS), self._rows(me, dimension, wanted.params)
            )
        return file

    def _events(self, file: CsvOnDisk, me: Member, params: AskAnalytics) -> CsvOnDisk | CsvFile:
        events = self._analytics.raw_events(me, params)
        rows = self._analytics.count_events(events)
        if rows <= self._max_rows:
            self._analytics.copy_events(events, str(file.path))
            return file
        job_id = self._jobs.enqueue(
            me.org_id,
            "exports.events",
            {"events": events.kept(), "file_name": file.name},
            total=rows,
            created_by=me.caller_id,
        )
        return CsvFile(file_name=file.name, job_id=job_id)

    def _series(self, me: Member, params: AskAnalytics) -> Iterator[tuple[Any, ...]]:
        asked = params.model_copy(update={"group_by": []})
        for point in self._analytics.ask(me, asked).series:
            yield (point.at, *_metrics(point))

    def _rows(
        self, me: Member, dimension: Dimension, params: AskAnalytics
    ) -> Iterator[tuple[Any, ...]]:
        asked = params.model_copy(update={"group_by": [dimension.value]})
        answer = self._analytics.ask(me, asked, breakdown_limit=self._max_rows)
        for row in answer.breakdowns[dimension.value]:
            yield (row.key, row.label, *_metrics(row))


def _metrics(row: MetricValues) -> tuple[int, ...]:
    return tuple(getattr(row, name) for name in METRICS)
