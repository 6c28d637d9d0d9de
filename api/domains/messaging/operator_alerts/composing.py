"""The mail to the operator, as HTML and as plain text."""

from datetime import datetime
from pathlib import Path
from typing import Any

from api.domains.messaging.operator_alerts.repository import News
from api.integrations.ports.mail_sender import Mail
from api.kit.mail_words import mail_templates, one_line

_FOLDER = Path(__file__).parent / "mail_templates"


def compose(told: list[News], *, to: str, base_url: str) -> Mail:
    """The mail about checks that all went the same way."""
    state = "well" if told[0].passes else "failing"
    words: dict[str, Any] = {
        "title": one_line(_title(told)),
        "base_url": base_url,
        "items": [
            {"what": f"{it.asset}: {it.name}", "said": it.said, "since": moment_of(it.since)}
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


def moment_of(at: datetime) -> str:
    """The minute, in words."""
    return f"{at:%Y-%m-%d %H:%M} UTC"
