"""Raw events as plain Python groups and counts them, for references of reports."""

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from tests.warehouse.reference import family_of

Row = Mapping[str, Any]
Key = Callable[[Row], str]


def data_of(row: Row) -> dict[str, Any]:
    """What the event's own fields say."""
    found: dict[str, Any] = json.loads(row["data"])
    return found


def of(rows: Iterable[Row], family: str) -> list[dict[str, Any]]:
    """Events of a family with their own fields beside the common ones."""
    return [{**row, **data_of(row), "type": family} for row in rows if family_of(row) == family]


def groups(rows: Iterable[Row], *keys: Callable[[Row], Any]) -> dict[tuple[Any, ...], list[Any]]:
    """Rows by what the keys say of them."""
    found: dict[tuple[Any, ...], list[Any]] = defaultdict(list)
    for row in rows:
        found[tuple(key(row) for key in keys)].append(row)
    return found


def people(rows: Iterable[Row]) -> int:
    """Different visitors."""
    return len({row["visitor_id"] for row in rows if row.get("visitor_id")})


def share(part: float, whole: float) -> float | None:
    """A part of a whole, if there is one."""
    return part / whole if whole else None


def named(name: str) -> Callable[[Row], Any]:
    """Reads a field; what is missing is the empty text."""
    return lambda row: row.get(name) or ""


def times(rows: list[Row]) -> dict[str, Any]:
    """First and last moment."""
    moments = [row["occurred_at"] for row in rows]
    return {"first_at": min(moments), "last_at": max(moments)}
