"""The operator's email, as HTML and as plain text."""

from datetime import datetime
from pathlib import Path
from typing import Any

from api.domains.messaging.operator_alerts.repository import CheckChange
from api.integrations.ports.mail_sender import Mail
from api.kit.mail_templates import mail_templates, one_line

_FOLDER = Path(__file__).parent / "mail_templates"


def compose(changes: list[CheckChange], *, to: str, base_url: str) -> Mail:
    """Return the email about checks that all fail, or that all pass again."""
    state = "passing" if changes[0].passes else "failing"
    words: dict[str, Any] = {
        "title": one_line(_title(changes)),
        "base_url": base_url,
        "items": [
            {"what": f"{it.asset}: {it.name}", "message": it.message, "since": moment_of(it.since)}
            for it in changes
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


def _title(changes: list[CheckChange]) -> str:
    if len(changes) == 1:
        verb = "passes again" if changes[0].passes else "fails"
        return f"The check {changes[0].name} of {changes[0].asset} {verb}"
    return f"{len(changes)} data checks {'pass again' if changes[0].passes else 'fail'}"


def moment_of(at: datetime) -> str:
    """Return a time to the minute, as text."""
    return f"{at:%Y-%m-%d %H:%M} UTC"
