"""Reports by mail as workers do them."""

from datetime import datetime
from typing import Any

from sqlalchemy import Engine

from api.domains.org.organizations.service import RETIME
from api.jobs.registry import JobContext, JobFailed, every_minute, job
from runtime.settings import Settings


@every_minute
def queue_due_reports(settings: Settings, engine: Engine, now: datetime) -> None:  # noqa: ARG001
    """Begin the reports that are due."""
    from api.domains.insights.scheduled_reports.sending import queue_due

    queue_due(engine, now)


@job("reports.send")
def send_report(context: JobContext, args: dict[str, Any]) -> dict[str, Any]:
    """Count a period and send it; done again, it sends what was not sent."""
    from api.domains.insights.scheduled_reports.sending import ReportSender
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
    """Send somebody the report that they are writing."""
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
def retime_reports(context: JobContext, args: dict[str, Any]) -> dict[str, Any]:  # noqa: ARG001
    """Let each report go out next at its hour in the time zone of this moment."""
    from api.domains.insights.scheduled_reports.sending import retime

    with context.session() as session:
        return {"retimed": retime(session, context.org_id, context.now())}


@job("reports.ask")
def ask_for_report(context: JobContext, args: dict[str, Any]) -> dict[str, Any]:
    """Ask an address that is no member's whether it wants the report."""
    from api.domains.insights.scheduled_reports.sending import ask_recipient
    from api.integrations.mail_sender import mail_senders

    sender = mail_senders(context.settings, context.now)
    return {"asked": ask_recipient(context, args["recipient_id"], sender)}
