"""Emails the operator about checks that fail or pass again, and about checks that no longer run."""

from datetime import datetime, timedelta

import structlog
from sqlalchemy import Engine
from sqlalchemy.orm import Session

from api.domains.messaging.operator_alerts.mails import compose, moment_of
from api.domains.messaging.operator_alerts.repository import CheckRepository
from api.integrations.ports.mail_sender import MailFailed, MailSender

SILENT_AFTER = timedelta(hours=3)
"""Dagster runs the checks at least every hour."""

log = structlog.get_logger(__name__)


def send_alerts(engine: Engine, sender: MailSender, to: str, base_url: str, now: datetime) -> int:
    """Send one email about checks that fail and one about checks that pass again, and return how many were sent.

    Changes are marked before the email is sent, so that two workers do not report them twice. If the email fails, they
    are reported a minute later.
    """
    with Session(engine) as session, session.begin():
        checks = CheckRepository(session)
        _check_heartbeat(checks, now)
        taken = checks.take_changes(now)
    sent = 0
    for changes in ([it for it in taken if not it.passes], [it for it in taken if it.passes]):
        if not changes:
            continue
        try:
            sender.send("", compose(changes, to=to, base_url=base_url))
            sent += 1
        except MailFailed as failure:
            log.warning("operator mail failed", reason=str(failure), checks=len(changes))
            with Session(engine) as session, session.begin():
                CheckRepository(session).restore_changes(changes, now)
    return sent


def _check_heartbeat(checks: CheckRepository, now: datetime) -> None:
    last_checked_at = checks.last_checked_at()
    if last_checked_at is None:
        return  # no check has run yet
    silent = now - last_checked_at > SILENT_AFTER
    message = f"The last check ran at {moment_of(last_checked_at)}." if silent else ""
    checks.store_heartbeat(passes=not silent, message=message, now=now)
