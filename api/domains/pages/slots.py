"""Fills what a published page leaves open for each visit. All that is filled in is escaped here."""

import re
from html import escape

_WELCOME = re.compile(r"<!--wp:welcome:([\w-]+)-->(.*?)<!--/wp:welcome:\1-->", re.DOTALL)
_NAME = re.compile(r",?\s*%%first_name%%")
_MAIN = re.compile(r"<main\b[^>]*>")
NO_CODE_ACTION = "/code/%%code_id%%/submit"


def fill(
    html: str,
    *,
    page_id: str,
    code_id: str | None,
    submission_key: str,
    is_returning: bool,
    first_name: str | None,
    notice: str = "",
) -> str:
    """The body of one visit's page. `notice` is HTML of our own, put on top."""
    if is_returning:
        html = _WELCOME.sub(lambda found: _named(found[2], first_name), html)
    else:
        html = _WELCOME.sub("", html)
    if code_id is None:
        html = html.replace(NO_CODE_ACTION, f"/page/{escape(page_id)}/submit")
    html = html.replace("%%code_id%%", escape(code_id or ""))
    html = html.replace("%%submission_key%%", escape(submission_key))
    if notice:
        html = _MAIN.sub(lambda found: found[0] + notice, html, count=1)
    return html


def _named(html: str, first_name: str | None) -> str:
    if first_name:
        return html.replace("%%first_name%%", escape(first_name))
    return _NAME.sub("", html)
