"""API routes of reports."""

from api.auth.member import ViewerDep
from api.db.routing import ApiRouter
from api.domains.insights.reports.dependencies import ReportServiceDep
from api.domains.insights.reports.schemas import AskReport, AskReports, ReportList, ReportPage

router = ApiRouter(tags=["reports"])


@router.post("/v1/get-report")
def get_report(body: AskReport, member: ViewerDep, reports: ReportServiceDep) -> ReportPage:
    """Get one page of a report: rows over a range, filtered, sorted and grouped."""
    return reports.ask(member, body)


@router.post("/v1/list-reports")
def list_reports(
    member: ViewerDep, reports: ReportServiceDep, _body: AskReports | None = None
) -> ReportList:
    """List all reports with their columns and definitions."""
    return reports.all(member.org_id)
