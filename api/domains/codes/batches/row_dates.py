"""Dates in tables without a time zone. They are in the organisation's time zone."""

import re
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from warehouse.date_ranges import zone_of

_FIELDS = ("active_from", "active_until")
_LOCAL = re.compile(r"\d{4}-\d\d-\d\d([ T]\d\d:\d\d(:\d\d)?)?")


def with_zone(row: Mapping[str, Any], time_zone: str) -> dict[str, Any]:
    """Return the row with its dates as instants. A date without a time means the whole day, also as the last day.

    Values in another format, or with a time zone, are left unchanged for the field's own check.
    """
    return {
        name: _instant(name, value, time_zone) if name in _FIELDS else value
        for name, value in row.items()
    }


def _instant(name: str, value: Any, time_zone: str) -> Any:
    text = value.strip() if isinstance(value, str) else ""
    matched = _LOCAL.fullmatch(text)
    if matched is None:
        return value
    try:
        local = datetime.fromisoformat(text)
        if matched[1] is None and name == "active_until":
            local += timedelta(days=1)
    except (ValueError, OverflowError):
        return value
    return local.replace(tzinfo=zone_of(time_zone))
