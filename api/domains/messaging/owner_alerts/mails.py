"""Alert emails, as HTML and as plain text."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any
from urllib.parse import quote
from zoneinfo import ZoneInfo

from api.integrations.ports.mail_sender import Mail
from api.kit.mail_templates import mail_templates, one_line
from warehouse.date_ranges import zone_of

_FOLDER = Path(__file__).parent / "mail_templates"
LONGEST_NAME = 60


class Composer:
    """Writes the alerts of one organisation."""

    def __init__(self, base_url: str, organization: str, time_zone: str) -> None:
        self._base_url = base_url
        self._organization = one_line(organization)
        self._zone = zone_of(time_zone)

    def alert(
        self, kind: str, facts: Mapping[str, Any], *, to: str, headers: Mapping[str, str]
    ) -> Mail:
        """Return the email to one owner."""
        items, total = [self._item(it) for it in facts["items"]], int(facts["total"])
        words = {
            "title": _TITLES[kind](items, total),
            "organization": self._organization,
            "items": items,
            "more": total - len(items),
            "zone": self._zone.key.replace("_", " "),
            "codes": f"{self._base_url}/admin/my-codes",
            "settings": f"{self._base_url}/admin/settings/notifications",
            "domains": f"{self._base_url}/admin/settings/domains",
            "integrations": f"{self._base_url}/admin/integrations",
            "payment": f"{self._base_url}/admin/payment",
            "wallet": f"{self._base_url}/admin/settings/wallet",
            "stops": _what_stops(items),
        }
        return Mail(
            to=to,
            subject=f"{words['title']} – {self._organization}",
            text=mail_templates(_FOLDER, escapes=False)
            .get_template(f"{kind}.txt.jinja")
            .render(**words),
            html=mail_templates(_FOLDER, escapes=True)
            .get_template(f"{kind}.html.jinja")
            .render(**words),
            headers=dict(headers),
        )

    def _item(self, item: Mapping[str, Any]) -> dict[str, Any]:
        since = item["since"]
        shown = {
            **item,
            "since": _moment(datetime.fromisoformat(since), self._zone) if since else None,
        }
        if "quota" in item:
            shown["name"] = QUOTA_NAMES[item["quota"]]
        if "code_id" in item:
            shown["name"] = one_line(item["name"])
            shown["link"] = f"{self._base_url}/admin/my-codes/show/{quote(item['code_id'])}"
        if "connection_id" in item:
            shown["name"] = one_line(item["name"])
            shown["link"] = f"{self._base_url}/admin/integrations/{quote(item['connection_id'])}"
        return shown


def _destinations_title(items: Sequence[Mapping[str, Any]], total: int) -> str:
    if total == 1:
        name = items[0]["name"]
        if len(name) > LONGEST_NAME:
            name = name[: LONGEST_NAME - 1] + "…"
        return f"The destination of “{name}” is broken"
    if len({it["code_id"] for it in items}) == 1:
        return f"{total} destinations of a code are broken"
    return f"{total} destinations of your codes are broken"


def _domains_title(items: Sequence[Mapping[str, Any]], total: int) -> str:
    if total == 1:
        return f"{items[0]['host']} is no longer verified"
    return f"{total} domains are no longer verified"


def _certificates_title(items: Sequence[Mapping[str, Any]], total: int) -> str:
    if total > 1:
        return f"{total} certificates and keys of your passes expire soon"
    (item,) = items
    if "account" in item:
        return "Your key for Google Wallet expires soon"
    return f"The certificate of {item['pass_type']} expires soon"


def _connections_title(items: Sequence[Mapping[str, Any]], total: int) -> str:
    if total == 1:
        return f"The integration “{items[0]['name'][:LONGEST_NAME]}” has stopped"
    return f"{total} integrations have stopped"


def _quotas_title(items: Sequence[Mapping[str, Any]], total: int) -> str:
    level = max(it["level"] for it in items)
    if total == 1:
        return f"{level}% of your plan’s {QUOTA_NAMES[items[0]['quota']].lower()} are used"
    return f"{total} limits of your plan are nearly reached"


def _what_stops(items: Sequence[Mapping[str, Any]]) -> str:
    """Return what can no longer be added. Scans are not included, because they are never refused."""
    used_up = [it for it in items if it.get("quota") not in (None, "scans") and it["level"] >= 100]
    names = [QUOTA_NAMES[it["quota"]].lower() for it in used_up]
    if not names:
        return ""
    monthly = all(it["quota"] == "messages" for it in used_up)
    until = (
        "until the next month begins or the plan is changed"
        if monthly
        else "until the plan is changed"
    )
    return f"You cannot add more {' and '.join(names)} {until}."


QUOTA_NAMES = {
    "codes": "Codes",
    "scans": "Scans this month",
    "messages": "Messages this month",
    "seats": "Members",
    "domains": "Custom domains",
}
_TITLES = {
    "connections": _connections_title,
    "certificates": _certificates_title,
    "destinations": _destinations_title,
    "domains": _domains_title,
    "quotas": _quotas_title,
}


def _moment(at: datetime, zone: ZoneInfo) -> str:
    local = at.astimezone(zone)
    return f"{local:%a} {local.day} {local:%b %Y, %H:%M}"
