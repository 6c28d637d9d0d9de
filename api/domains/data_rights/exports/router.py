"""The call that exports tables."""

from typing import Annotated

from fastapi import Depends, Request, Response

from api.auth.member import ViewerDep
from api.db.offload import OffloadDep
from api.db.routing import ApiRouter
from api.domains.codes.batches.dependencies import OneTimeDep
from api.domains.data_rights.exports.schemas import CsvFile, ExportCsv
from api.domains.data_rights.exports.service import ExportService
from api.domains.data_rights.exports.state import ExportState
from api.domains.insights.analytics.dependencies import AnalyticsServiceDep
from api.domains.insights.reports.dependencies import ReportServiceDep
from api.jobs.queue import JobsDep
from api.kit.clock import NowDep
from api.kit.process_state import SettingsDep

router = ApiRouter(tags=["exports"])


def _service(
    request: Request,
    offload: OffloadDep,
    analytics: AnalyticsServiceDep,
    reports: ReportServiceDep,
    one_time: OneTimeDep,
    jobs: JobsDep,
    now: NowDep,
    settings: SettingsDep,
) -> ExportService:
    at_once = ExportState.of(request).rows_at_once
    return ExportService(analytics, reports, one_time, jobs, now, offload, settings, at_once)


ExportServiceDep = Annotated[ExportService, Depends(_service)]


@router.post("/v1/export-csv", response_model=CsvFile)
def export_csv(body: ExportCsv, me: ViewerDep, exports: ExportServiceDep) -> CsvFile | Response:
    """Export analytics, raw events, customers, one-time codes or submissions as a CSV or Parquet file."""
    return exports.export(me, body)
