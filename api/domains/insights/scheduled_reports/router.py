"""The calls about scheduled reports, and the pages behind the links of their mails."""

from fastapi.responses import HTMLResponse

from api.auth.member import EditorDep
from api.db.routing import ApiRouter
from api.domains.insights.scheduled_reports.dependencies import (
    AnsweringDep,
    ComposerDep,
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
        "You get it by mail until you say no, which every mail has a link for.",
        "Yes, send it to me",
        "You get the report from now on",
    ),
    "unsubscribe": (
        "Get this report no longer?",
        "Nobody but you can start it again.",
        "Stop sending it",
        "You get this report no longer",
    ),
}


@router.post("/v1/save-scheduled-report")
def save_schedule(body: SaveSchedule, me: EditorDep, schedules: ScheduleServiceDep) -> ScheduleRead:
    """Send the numbers by mail each day, week or month; with an id, change that."""
    return schedules.save(me, body)


@router.post("/v1/list-scheduled-reports")
def list_schedules(
    _body: ListSchedules, me: EditorDep, schedules: ScheduleServiceDep, sends_mail: SendsMailDep
) -> ScheduleList:
    """All reports by mail, their recipients, and how the newest went."""
    return ScheduleList(items=schedules.list_schedules(me.org_id), sends_mail=sends_mail)


@router.post("/v1/preview-scheduled-report")
def preview_report(
    body: ReportDraft, me: EditorDep, samples: SamplesDep, composer: ComposerDep
) -> PreviewedReport:
    """The mail of the last whole day, week or month as it would look; it is not sent."""
    return samples.preview(me, body, composer)


@router.post("/v1/send-report-sample", dependencies=[SampleLimit])
def send_sample(
    body: ReportDraft, me: EditorDep, samples: SamplesDep, jobs: JobsDep
) -> SampleQueued:
    """Send that mail to the caller alone, now; a job."""
    return samples.queue(me, body, jobs)


@router.post("/v1/delete-scheduled-report")
def delete_schedule(
    body: ScheduleRef, me: EditorDep, schedules: ScheduleServiceDep
) -> ScheduleDeleted:
    """Send a report no more."""
    schedules.remove(me.org_id, body.schedule_id)
    return ScheduleDeleted(schedule_id=body.schedule_id)


@router.get("/mail/{purpose}/{token}", response_class=HTMLResponse, include_in_schema=False)
def ask_addressee(
    purpose: Purpose, token: str, answering: AnsweringDep, composer: ComposerDep
) -> HTMLResponse:
    """A page that asks. Looking changes nothing: programs that read mail follow every link."""
    title, text, button, _ = _WORDS[purpose]
    try:
        answering.find(purpose, token)
    except BadMailToken:
        return _unknown(composer)
    return _page(composer, title=title, text=text, button=button)


@router.post("/mail/{purpose}/{token}", response_class=HTMLResponse, include_in_schema=False)
def hear_addressee(
    purpose: Purpose, token: str, answering: AnsweringDep, composer: ComposerDep
) -> HTMLResponse:
    """Confirm or unsubscribe, by the page's button or by a mail program's own (RFC 8058)."""
    try:
        said = answering.say(purpose, token)
    except BadMailToken:
        return _unknown(composer)
    _, text, _, done = _WORDS[purpose]
    again = answering.way_back(said) if purpose == "unsubscribe" else ""
    return _page(composer, title=done, text=text, button="", again=again)


def _unknown(composer: Composer) -> HTMLResponse:
    text = "The address is not complete, or the report is no longer there."
    return _page(composer, 404, title="Nothing here", text=text, button="")


def _page(composer: Composer, status: int = 200, **facts: str) -> HTMLResponse:
    return HTMLResponse(
        composer.page(**{"again": "", **facts}), status_code=status, headers=_HEADERS
    )
