"""Grouping and counting raw events in plain Python, for references of reports."""

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from tests.warehouse.reference import family_of

Row = Mapping[str, Any]
Key = Callable[[Row], str]


def data_of(row: Row) -> dict[str, Any]:
    """Return the event's own fields."""
    found: dict[str, Any] = json.loads(row["data"])
    return found


def of(rows: Iterable[Row], family: str) -> list[dict[str, Any]]:
    """Return the events of a family with their own fields beside the common ones."""
    return [{**row, **data_of(row), "type": family} for row in rows if family_of(row) == family]


def groups(rows: Iterable[Row], *keys: Callable[[Row], Any]) -> dict[tuple[Any, ...], list[Any]]:
    """Group rows by the results of the key functions."""
    found: dict[tuple[Any, ...], list[Any]] = defaultdict(list)
    for row in rows:
        found[tuple(key(row) for key in keys)].append(row)
    return found


def people(rows: Iterable[Row]) -> int:
    """Return the number of distinct visitors."""
    return len({row["visitor_id"] for row in rows if row.get("visitor_id")})


def share(part: float, whole: float) -> float | None:
    """Return a part as a share of a whole; None if the whole is zero."""
    return part / whole if whole else None


def named(name: str) -> Callable[[Row], Any]:
    """Return a function that reads a field; a missing value is the empty text."""
    return lambda row: row.get(name) or ""


def times(rows: list[Row]) -> dict[str, Any]:
    """Return the first and the last moment."""
    moments = [row["occurred_at"] for row in rows]
    return {"first_at": min(moments), "last_at": max(moments)}
