"""The call that makes CSV files."""

from typing import Annotated

from fastapi import Depends, Request, Response

from api.auth.member import ViewerDep
from api.db.routing import ApiRouter
from api.db.session import SessionDep
from api.domains.analytics.dependencies import AnalyticsServiceDep
from api.domains.batches.dependencies import OneTimeDep
from api.domains.exports.errors import id_needed
from api.domains.exports.repository import CustomersToExport
from api.domains.exports.schemas import CsvFile, ExportCsv
from api.domains.exports.service import MAX_ROWS, ExportService
from api.jobs.queue import JobsDep
from api.kit.clock import NowDep

router = ApiRouter(tags=["exports"])


def _service(
    request: Request,
    session: SessionDep,
    analytics: AnalyticsServiceDep,
    jobs: JobsDep,
    now: NowDep,
) -> ExportService:
    at_once: int = getattr(request.app.state, "export_rows_at_once", MAX_ROWS)
    return ExportService(analytics, CustomersToExport(session), jobs, now, at_once)


ExportServiceDep = Annotated[ExportService, Depends(_service)]


@router.post("/v1/export-csv", response_model=CsvFile)
def export_csv(
    body: ExportCsv, me: ViewerDep, exports: ExportServiceDep, one_time: OneTimeDep
) -> CsvFile | Response:
    """A table of the dashboard, raw events, customers or one-time codes as a CSV file."""
    if body.from_ == "one_time_codes":
        if body.params.id is None:
            raise id_needed()
        made = one_time.export(me, body.params.id)
        return CsvFile(file_name=made.file_name, data=made.data)
    file = exports.export(me, body)
    return file if isinstance(file, CsvFile) else file.answer()
