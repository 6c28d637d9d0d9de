"""Labels of rules in English: the requirement of each condition, and the choices for an editor."""

from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime
from functools import lru_cache
from importlib.resources import files
from zoneinfo import ZoneInfo

from api.domains.codes.codes.rules import (
    Condition,
    StockCondition,
    TotalScansCondition,
    VisitNumberCondition,
)

SYSTEMS = ("iOS", "Android", "Windows", "macOS", "Linux", "ChromeOS")
BROWSERS = ("Safari", "Chrome", "Firefox", "Edge", "Samsung Internet", "Opera", "In-app browser")
LANGUAGES = (
    ("en", "English"),
    ("es", "Spanish"),
    ("fr", "French"),
    ("de", "German"),
    ("it", "Italian"),
    ("pt", "Portuguese"),
    ("pt-BR", "Portuguese (Brazil)"),
    ("nl", "Dutch"),
    ("pl", "Polish"),
    ("sv", "Swedish"),
    ("da", "Danish"),
    ("no", "Norwegian"),
    ("fi", "Finnish"),
    ("tr", "Turkish"),
    ("ar", "Arabic"),
    ("he", "Hebrew"),
    ("hi", "Hindi"),
    ("ja", "Japanese"),
    ("ko", "Korean"),
    ("zh", "Chinese"),
    ("zh-TW", "Chinese (Taiwan)"),
    ("ru", "Russian"),
    ("uk", "Ukrainian"),
)
DEVICE_NAMES = {
    "phone": "Phone",
    "tablet": "Tablet",
    "desktop": "Computer",
    "tv": "TV",
    "other": "Other",
}
DAY_NAMES = {
    "mon": "Monday",
    "tue": "Tuesday",
    "wed": "Wednesday",
    "thu": "Thursday",
    "fri": "Friday",
    "sat": "Saturday",
    "sun": "Sunday",
}
COMPARED = {"is": "is", "is_not": "is not", "at_least": "is at least", "at_most": "is at most"}

_SUBJECTS = {
    "country": "the country",
    "region": "the region",
    "city": "the city",
    "device": "the device",
    "system": "the system",
    "browser": "the browser",
    "language": "the language",
}


@lru_cache(maxsize=1)
def country_names() -> dict[str, str]:
    """Return English country names by ISO 3166 code, as the time zone database lists them."""
    table = files("tzdata").joinpath("zoneinfo", "iso3166.tab").read_text("utf-8")
    rows = (line.split("\t") for line in table.splitlines() if line and line[0] != "#")
    return dict(sorted(((code, name) for code, name in rows), key=lambda row: row[1]))


def country_name(code: str) -> str:
    """Return a country's English name, or the code itself."""
    return country_names().get(code, code)


def listed(words: Iterable[str], last: str = "or") -> str:
    """Return words as a list in a sentence."""
    *most, end = [*words] or [""]
    return f"{', '.join(most)} {last} {end}" if most else end


def moment(at: datetime, zone: ZoneInfo) -> str:
    """Return a time in this zone with the zone's name, which differs between summer and winter."""
    with suppress(OverflowError):  # near the year 1 or 9999, the time may not exist in another zone
        at = at.astimezone(zone)
    return f"{at:%-d %B %Y, %H:%M %Z}"


def spoken(condition: Condition, zone: ZoneInfo) -> str:
    """Return the requirement of a condition, as a continuation of "Requires that". Times are in this zone."""
    if isinstance(condition, VisitNumberCondition | TotalScansCondition | StockCondition):
        return _counted(condition)
    if condition.kind == "split":
        who = "visitor" if condition.sticky else "visit"
        return f"the {who} is in its {condition.percent:g}% share"
    not_ = " not" if condition.op == "is_not" else ""
    match condition.kind:
        case "country":
            return f"the country is{not_} {listed(country_name(it) for it in condition.values)}"
        case "network":
            return f"the visitor's IP address is{not_} in {listed(condition.values)}"
        case "distance":
            than = "more than" if not_ else "at most"
            where = f"{condition.latitude:g}, {condition.longitude:g}"
            return f"the visitor is {than} {condition.km:g} km from {where}"
        case "local_time":
            days = listed(DAY_NAMES[day] for day in condition.weekdays)
            clock = f"between {condition.starts} and {condition.ends}" if condition.starts else ""
            return f"it is{not_} {' '.join(part for part in (days, clock) if part)}"
        case "date_window":
            starts = f"from {moment(condition.starts, zone)}" if condition.starts else ""
            ends = f"until {moment(condition.ends, zone)}" if condition.ends else ""
            return f"the time is{not_} {' '.join(part for part in (starts, ends) if part)}"
        case "query":
            if not condition.values:
                return f"the URL has {'no' if not_ else 'the'} parameter “{condition.name}”"
            return f"the URL parameter “{condition.name}” is{not_} {listed(condition.values)}"
        case "customer_tag":
            has = "does not have" if not_ else "has"
            return f"the customer {has} the tag {listed(condition.values)}"
        case "customer_segment":
            return f"the customer is{not_} in the segment {listed(condition.values)}"
        case _:
            return f"{_SUBJECTS[condition.kind]} is{not_} {listed(condition.values)}"


def _counted(condition: VisitNumberCondition | TotalScansCondition | StockCondition) -> str:
    compared = COMPARED[condition.op]
    if condition.kind == "visit_number":
        return f"the visitor's visit number {compared} {condition.value:,}"
    if condition.kind == "total_scans":
        return f"the total scan number {compared} {condition.value:,}"
    return f"the number of codes left in {condition.subject_id} {compared} {condition.value:,}"
