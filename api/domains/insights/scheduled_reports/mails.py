"""Emails of scheduled reports, as HTML and as plain text."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urlencode
from zoneinfo import ZoneInfo

from api.domains.insights.analytics.schemas import AnalyticsAnswer, is_at_event_time
from api.integrations.ports.mail_sender import Mail
from api.kit.mail_templates import mail_templates, one_line
from warehouse.date_ranges import Range
from warehouse.queries.language import Property

_FOLDER = Path(__file__).parent / "mail_templates"
_SHOWN = ("scans", "people", "new", "returning", "visits", "views", "submits", "redemptions")
_ALWAYS = ("scans", "people")
TOP = 10


@dataclass(frozen=True)
class Line:
    """One metric with its comparison."""

    label: str
    now: int
    before: int

    @property
    def change(self) -> str:
        """The change as text."""
        if self.now == self.before:
            return "no change"
        if self.before == 0:
            return "none before"
        percent = round(100 * (self.now - self.before) / self.before)
        return f"{percent:+,}% from {self.before:,}"


class Composer:
    """Writes the emails of one installation."""

    def __init__(self, base_url: str) -> None:
        self._base_url = base_url
        self._html = mail_templates(_FOLDER, escapes=True)
        self._text = mail_templates(_FOLDER, escapes=False)

    def report(
        self,
        *,
        to: str,
        name: str,
        organization: str,
        period: Range,
        zone: ZoneInfo,
        answer: AnalyticsAnswer,
        question: Mapping[str, Any],
        filter_lines: Sequence[str],
        unsubscribe: str | None,
        message_id: str | None,
    ) -> Mail:
        """Return the report of a period for one address. A sample has no unsubscribe link."""
        days = period_words(period, zone)
        facts = {
            "name": name,
            "organization": organization,
            "days": days,
            "zone": zone.key.replace("_", " "),
            "filter_lines": filter_lines,
            "lines": lines_of(answer),
            "codes": [
                (row.label or row.key or "Unknown", row.scans)
                for row in answer.breakdowns.get("code", [])
                if row.scans
            ][:TOP],
            "dashboard": self._dashboard(period, zone, question),
            "unsubscribe": unsubscribe and f"{self._base_url}/mail/unsubscribe/{unsubscribe}",
        }
        headers = {"Message-ID": message_id} if message_id else {}
        if unsubscribe:
            headers["List-Unsubscribe"] = f"<{facts['unsubscribe']}>"
            headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        return self._mail("report", to, f"{one_line(name)}: {days}", facts, headers)

    def question(self, *, to: str, name: str, organization: str, confirm: str) -> Mail:
        """Return the email that asks a recipient to confirm."""
        facts = {
            "name": name,
            "organization": organization,
            "confirm": f"{self._base_url}/mail/confirm/{confirm}",
        }
        subject = f"Do you want the report “{one_line(name)}” of {one_line(organization)}?"
        return self._mail("confirm", to, subject, facts, {})

    def page(self, **facts: object) -> str:
        """Return the page that a link in an email opens."""
        return self._html.get_template("page.html.jinja").render(**facts)

    def _mail(
        self,
        template: str,
        to: str,
        subject: str,
        facts: Mapping[str, object],
        headers: dict[str, str],
    ) -> Mail:
        return Mail(
            to=to,
            subject=subject,
            text=self._text.get_template(f"{template}.txt.jinja").render(**facts),
            html=self._html.get_template(f"{template}.html.jinja").render(**facts),
            headers=headers,
        )

    def _dashboard(self, period: Range, zone: ZoneInfo, question: Mapping[str, Any]) -> str:
        first, last = _days(period, zone)
        query = [("from", first.isoformat()), ("to", last.isoformat())]
        filters: dict[str, list[str]] = question.get("filters", {})
        query += [(name, value) for name, values in filters.items() for value in values]
        if question.get("include_bots"):
            query.append(("bots", "1"))
        if is_at_event_time(question):
            query.append(("as_of", "at_event_time"))
        if question.get("compare") == "year":
            query.append(("compare", "year"))
        return f"{self._base_url}/admin/analytics?{urlencode(query)}"


def lines_of(answer: AnalyticsAnswer) -> list[Line]:
    """Return the totals: scans and people always, others if they are not zero."""
    before = answer.previous
    lines = [
        (
            name,
            Line(
                name.capitalize(),
                getattr(answer.totals, name),
                getattr(before, name) if before else 0,
            ),
        )
        for name in _SHOWN
    ]
    return [line for name, line in lines if name in _ALWAYS or line.now or line.before]


def filter_texts(
    question: Mapping[str, Any], names: Mapping[str, Mapping[str, str]]
) -> tuple[str, ...]:
    """Return the filters of a report as text: `Only country: US, CA`, `Without device: tv`.

    `names` has the names of codes, folders and pages by ID.
    """
    words = []
    filters: Mapping[str, Sequence[str]] = question.get("filters", {})
    for dimension, values in filters.items():
        labels = names.get(dimension, {})
        for begin, is_out in (("Only", False), ("Without", True)):
            chosen = [
                value.removeprefix("-") for value in values if value.startswith("-") is is_out
            ]
            if chosen:
                listed = ", ".join(labels.get(value, value) or "unknown" for value in chosen)
                words.append(one_line(f"{begin} {_label_of(dimension)}: {listed}"))
    if question.get("include_bots"):
        words.append("Including bots and link previews")
    if is_at_event_time(question):
        words.append("Folders, placements and names at event time")
    if question.get("compare") == "year":
        words.append("Compared with the same days of the previous year")
    return tuple(words)


def _label_of(dimension: str) -> str:
    """Return the label of a dimension, or the name of a property."""
    if dimension.startswith(Property.PREFIX):
        return Property(dimension).name
    return dimension.replace("utm_", "UTM ").replace("_", " ")


def period_words(period: Range, zone: ZoneInfo) -> str:
    """Return the days of a period: `Mon 2 – Sun 8 Nov 2026`."""
    first, last = _days(period, zone)
    end = f"{last:%a} {last.day} {last:%b %Y}"
    if first == last:
        return end
    begin = f"{first:%a} {first.day}"
    if (first.year, first.month) != (last.year, last.month):
        begin += f" {first:%b}"
    return f"{begin} – {end}"


def _days(period: Range, zone: ZoneInfo) -> tuple[date, date]:
    return (
        period.start.astimezone(zone).date(),
        (period.end - timedelta(microseconds=1)).astimezone(zone).date(),
    )
