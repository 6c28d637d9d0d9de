"""API routes of scheduled reports, and the pages that links in their emails open."""

from fastapi.responses import HTMLResponse

from api.auth.member import EditorDep
from api.db.routing import ApiRouter
from api.domains.insights.scheduled_reports.dependencies import (
    ComposerDep,
    RecipientResponsesDep,
    SampleLimit,
    SamplesDep,
    ScheduleServiceDep,
    SendsMailDep,
)
from api.domains.insights.scheduled_reports.errors import BadMailToken
from api.domains.insights.scheduled_reports.mails import Composer
from api.domains.insights.scheduled_reports.schemas import (
    ListSchedules,
    PreviewedReport,
    ReportDraft,
    SampleQueued,
    SaveSchedule,
    ScheduleDeleted,
    ScheduleList,
    ScheduleRead,
    ScheduleRef,
)
from api.domains.insights.scheduled_reports.tokens import Purpose
from api.jobs.queue import JobsDep

router = ApiRouter(tags=["scheduled_reports"])

_HEADERS = {
    "Cache-Control": "no-store",
    "X-Robots-Tag": "noindex, nofollow",
    "Referrer-Policy": "no-referrer",
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; form-action 'self';"
    " base-uri 'none'; frame-ancestors 'none'",
}
_WORDS = {
    "confirm": (
        "Do you want this report?",
        "You will get it by email until you unsubscribe. Every email has a link for that.",
        "Yes, send it to me",
        "You will get this report",
    ),
    "unsubscribe": (
        "Unsubscribe from this report?",
        "Only you can subscribe again.",
        "Unsubscribe",
        "You are unsubscribed",
    ),
}


@router.post("/v1/save-scheduled-report")
def save_schedule(body: SaveSchedule, me: EditorDep, schedules: ScheduleServiceDep) -> ScheduleRead:
    """Schedule a report by email each day, week or month. With an ID, change it."""
    return schedules.save(me, body)


@router.post("/v1/list-scheduled-reports")
def list_schedules(
    _body: ListSchedules, me: EditorDep, schedules: ScheduleServiceDep, sends_mail: SendsMailDep
) -> ScheduleList:
    """List all scheduled reports, their recipients and their last runs."""
    return ScheduleList(items=schedules.list_schedules(me.org_id), sends_mail=sends_mail)


@router.post("/v1/preview-scheduled-report")
def preview_report(
    body: ReportDraft, me: EditorDep, samples: SamplesDep, composer: ComposerDep
) -> PreviewedReport:
    """Preview the email for the last complete day, week or month, without sending it."""
    return samples.preview(me, body, composer)


@router.post("/v1/send-report-sample", dependencies=[SampleLimit])
def send_sample(
    body: ReportDraft, me: EditorDep, samples: SamplesDep, jobs: JobsDep
) -> SampleQueued:
    """Send the email of the last complete period to the caller only, in a job."""
    return samples.queue(me, body, jobs)


@router.post("/v1/delete-scheduled-report")
def delete_schedule(
    body: ScheduleRef, me: EditorDep, schedules: ScheduleServiceDep
) -> ScheduleDeleted:
    """Delete a scheduled report."""
    schedules.remove(me.org_id, body.schedule_id)
    return ScheduleDeleted(schedule_id=body.schedule_id)


@router.get("/mail/{purpose}/{token}", response_class=HTMLResponse, include_in_schema=False)
def show_response_page(
    purpose: Purpose, token: str, responses: RecipientResponsesDep, composer: ComposerDep
) -> HTMLResponse:
    """Show a page that asks for confirmation. GET changes nothing, because email programs follow every link."""
    title, text, button, _ = _WORDS[purpose]
    try:
        responses.find(purpose, token)
    except BadMailToken:
        return _unknown(composer)
    return _page(composer, title=title, text=text, button=button)


@router.post("/mail/{purpose}/{token}", response_class=HTMLResponse, include_in_schema=False)
def respond(
    purpose: Purpose, token: str, responses: RecipientResponsesDep, composer: ComposerDep
) -> HTMLResponse:
    """Confirm or unsubscribe, with the page's button or from an email program (RFC 8058)."""
    try:
        recipient = responses.respond(purpose, token)
    except BadMailToken:
        return _unknown(composer)
    _, text, _, done = _WORDS[purpose]
    again = responses.resubscribe_url(recipient) if purpose == "unsubscribe" else ""
    return _page(composer, title=done, text=text, button="", again=again)


def _unknown(composer: Composer) -> HTMLResponse:
    text = "This link is incomplete, or the report no longer exists."
    return _page(composer, 404, title="Not found", text=text, button="")


def _page(composer: Composer, status: int = 200, **facts: str) -> HTMLResponse:
    return HTMLResponse(
        composer.page(**{"again": "", **facts}), status_code=status, headers=_HEADERS
    )
