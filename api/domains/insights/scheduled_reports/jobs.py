"""The periodic task and the jobs of scheduled reports."""

from datetime import datetime
from typing import Any

from sqlalchemy import Engine

from api.domains.org.organizations.service import RETIME
from api.jobs.registry import JobContext, JobFailed, job, periodic_task
from runtime.settings import Settings


@periodic_task
def queue_due_reports(settings: Settings, engine: Engine, now: datetime) -> None:  # noqa: ARG001
    """Start the reports that are due."""
    from api.domains.insights.scheduled_reports.delivery import queue_due

    queue_due(engine, now)


@job("reports.send")
def send_report(context: JobContext, args: dict[str, Any]) -> dict[str, Any]:
    """Count a period and send the report. A retry sends only the emails that were not sent."""
    from api.domains.insights.scheduled_reports.delivery import ReportSender
    from api.integrations.mail_sender import mail_senders
    from warehouse.lake import Lake
    from warehouse.queries.analytics import Analytics

    analytics = Analytics(Lake.from_settings(context.settings))
    try:
        sender = ReportSender(context, analytics, mail_senders(context.settings, context.now))
        return sender.send(args["schedule_id"], datetime.fromisoformat(args["period_start"]))
    finally:
        analytics.close()


@job("reports.sample")
def send_sample(context: JobContext, args: dict[str, Any]) -> dict[str, Any]:
    """Send a report draft to its author."""
    from api.domains.insights.scheduled_reports.mails import Composer
    from api.domains.insights.scheduled_reports.samples import Samples
    from api.domains.insights.scheduled_reports.schemas import ReportDraft
    from api.integrations.mail_sender import mail_senders
    from api.integrations.ports.mail_sender import MailFailed
    from warehouse.lake import Lake
    from warehouse.queries.analytics import Analytics

    analytics = Analytics(Lake.from_settings(context.settings))
    try:
        with context.session() as session:
            how = Samples(session, analytics, context.now()).send(
                context.org_id,
                args["user_id"],
                ReportDraft.model_validate(args["draft"]),
                composer=Composer(context.settings.base_url),
                sender=mail_senders(context.settings, context.now)(session),
            )
    except MailFailed as failure:
        raise JobFailed(f"The mail was not sent: {failure}") from failure
    finally:
        analytics.close()
    return {"how": how}


@job(RETIME)
def reschedule_reports(context: JobContext, args: dict[str, Any]) -> dict[str, Any]:  # noqa: ARG001
    """Move all reports to the organisation's current time zone."""
    from api.domains.insights.scheduled_reports.delivery import reschedule

    with context.session() as session:
        return {"retimed": reschedule(session, context.org_id, context.now())}


@job("reports.ask")
def ask_for_report(context: JobContext, args: dict[str, Any]) -> dict[str, Any]:
    """Ask a recipient who is not a member to confirm."""
    from api.domains.insights.scheduled_reports.delivery import request_confirmation
    from api.integrations.mail_sender import mail_senders

    sender = mail_senders(context.settings, context.now)
    return {"asked": request_confirmation(context, args["recipient_id"], sender)}
