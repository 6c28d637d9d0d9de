"""Lake events for tests: give the relevant fields, and the rest is plausible."""

from collections.abc import Iterable, Mapping
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pyarrow as pa

from warehouse.dimensions import DIMENSIONS
from warehouse.lake import Lake
from warehouse.schemas import EVENTS

NOON = datetime(2026, 3, 10, 12, tzinfo=UTC)
ZONES = {"org_a": "America/New_York", "org_b": "Asia/Kathmandu"}


def make_event(pos: int, **fields: Any) -> dict[str, Any]:
    """Return a row of the lake's events: a human scan at noon, one second per position."""
    occurred_at = fields.pop("occurred_at", NOON + timedelta(seconds=pos))
    row: dict[str, Any] = {
        "day": fields.pop("day", date(2026, 3, 10)),
        "partition": 0,
        "pos": pos,
        "event_id": f"event-{pos}",
        "type": "scan",
        "version": 1,
        "org_id": "org_a",
        "code_id": "code_a",
        "occurred_at": occurred_at,
        "received_at": occurred_at,
        "visitor_id": "visitor_a",
        "visitor_kind": "cookie",
        "is_bot": False,
        "is_preview": False,
        "is_duplicate": False,
        "verdict_version": 1,
        "is_demo": False,
        "data": "{}",
    }
    unknown = fields.keys() - set(EVENTS.names)
    assert not unknown, unknown
    return row | fields


def event_rows(events: Iterable[Mapping[str, Any]]) -> pa.Table:
    """Return these events as the lake stores them."""
    return pa.Table.from_pylist(list(events), schema=EVENTS)


def land(lake: Lake, *events: Mapping[str, Any]) -> None:
    """Append these events in one commit, as the lander does."""
    tops: dict[int, int] = {}
    for event in events:
        tops[event["partition"]] = max(event["pos"], tops.get(event["partition"], -1))
    lake.events.ensure().append(event_rows(events), tops)


def spread(count: int, *, orgs: int = 2, visitors: int = 50, days: int = 3) -> list[dict[str, Any]]:
    """Return many events, the same each time: every dimension, family and audience occurs."""
    families = ["scan", "scan", "scan", "view", "submit", "order"]
    rows = []
    for pos in range(count):
        occurred_at = NOON + timedelta(seconds=pos * 86_400 * days // count)
        values = {name: f"{name}_{pos * 7 % 5}" for name in DIMENSIONS if pos % 3}
        family = families[pos % len(families)]
        rows.append(
            make_event(
                pos,
                day=occurred_at.date(),
                partition=pos % 4,
                type=family,
                org_id=f"org_{'ab'[pos % orgs]}",
                occurred_at=occurred_at - timedelta(hours=pos % 50),
                received_at=occurred_at,
                visitor_id=f"visitor_{pos * 31 % visitors}" if pos % 11 else None,
                visitor_kind="cookie" if pos % 11 else "none",
                is_bot=pos % 13 == 0,
                is_preview=pos % 17 == 0,
                is_duplicate=family == "scan" and pos % 5 == 0,
                customer_key=f"customer_{pos % 7}" if pos % 3 == 0 else None,
                outcome=("page", "redirect", "refused")[pos % 3] if family == "scan" else None,
                amount_cents=pos if family == "order" else None,
                **values,
            )
        )
    return rows
