"""The frame around a campaign's email: its sender, and the link to the recipient's preferences."""

from pathlib import Path

from markupsafe import Markup

from api.domains.messaging.campaigns.content import Composed
from api.kit.mail_templates import mail_templates
from api.rendering.visitor_pages.words import words_in

_FOLDER = Path(__file__).parent / "mail_templates"
_HTML = mail_templates(_FOLDER, escapes=True).get_template("campaign.html.jinja")
_TEXT = mail_templates(_FOLDER, escapes=False).get_template("campaign.txt.jinja")


def framed(composed: Composed, name: str, preferences: str) -> Composed:
    """Return the complete email. `preferences` is the address of the recipient's preference page."""
    facts = {"say": words_in(composed.language), "name": name, "preferences": preferences}
    html = _HTML.render(
        **facts,
        subject=composed.subject,
        preheader=composed.preheader,
        body=Markup(composed.html),  # noqa: S704 - sanitised when it was composed
    )
    return composed._replace(html=html, text=_TEXT.render(**facts, text=composed.text))
