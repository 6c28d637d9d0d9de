"""Telling the operator: what began to fail, what is well again, and that no check is made any more."""

from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import structlog
from sqlalchemy import Engine
from sqlalchemy.orm import Session

from api.domains.operator_alerts.repository import CheckRepository, News
from api.integrations.ports.mail_sender import Mail, MailFailed, MailSender
from api.kit.mail_words import mail_templates, one_line

SILENT_AFTER = timedelta(hours=3)
"""Dagster runs the checks every hour in any case."""

_FOLDER = Path(__file__).parent / "mail_templates"

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
    said = f"The last check was made at {_moment(newest)}." if silent else ""
    checks.note_runs(passes=not silent, said=said, now=now)


def compose(told: list[News], *, to: str, base_url: str) -> Mail:
    """The mail about checks that all went the same way."""
    state = "well" if told[0].passes else "failing"
    words: dict[str, Any] = {
        "title": one_line(_title(told)),
        "base_url": base_url,
        "items": [
            {"what": f"{it.asset}: {it.name}", "said": it.said, "since": _moment(it.since)}
            for it in told
        ],
    }
    plain = mail_templates(_FOLDER, escapes=False).get_template(f"{state}.txt.jinja")
    html = mail_templates(_FOLDER, escapes=True).get_template(f"{state}.html.jinja")
    return Mail(
        to=to,
        subject=f"{words['title']} – Waypost",
        text=plain.render(**words),
        html=html.render(**words),
    )


def _title(told: list[News]) -> str:
    if len(told) == 1:
        verb = "is well again" if told[0].passes else "fails"
        return f"The check {told[0].name} of {told[0].asset} {verb}"
    return f"{len(told)} checks of the numbers {'are well again' if told[0].passes else 'fail'}"


def _moment(at: datetime) -> str:
    return f"{at:%Y-%m-%d %H:%M} UTC"
