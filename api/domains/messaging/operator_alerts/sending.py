"""Telling the operator: what began to fail, what is well again, and that no check is made any more."""

from datetime import datetime, timedelta

import structlog
from sqlalchemy import Engine
from sqlalchemy.orm import Session

from api.domains.messaging.operator_alerts.composing import compose, moment_of
from api.domains.messaging.operator_alerts.repository import CheckRepository
from api.integrations.ports.mail_sender import MailFailed, MailSender

SILENT_AFTER = timedelta(hours=3)
"""Dagster runs the checks every hour in any case."""

log = structlog.get_logger(__name__)


def tell_news(engine: Engine, sender: MailSender, to: str, base_url: str, now: datetime) -> int:
    """Send one mail for what began to fail and one for what is well again; how many were sent.

    What is told is marked before the mail goes, so that two workers don't tell it twice; a mail that
    nobody took is told a minute later.
    """
    with Session(engine) as session, session.begin():
        checks = CheckRepository(session)
        _judge_silence(checks, now)
        news = checks.take_news(now)
    sent = 0
    for told in ([it for it in news if not it.passes], [it for it in news if it.passes]):
        if not told:
            continue
        try:
            sender.send("", compose(told, to=to, base_url=base_url))
            sent += 1
        except MailFailed as failure:
            log.warning("the operator could not be told", reason=str(failure), checks=len(told))
            with Session(engine) as session, session.begin():
                CheckRepository(session).give_back(told, now)
    return sent


def _judge_silence(checks: CheckRepository, now: datetime) -> None:
    newest = checks.newest()
    if newest is None:
        return  # an installation that never ran a check has nothing to be behind of
    silent = now - newest > SILENT_AFTER
    said = f"The last check was made at {moment_of(newest)}." if silent else ""
    checks.note_runs(passes=not silent, said=said, now=now)
